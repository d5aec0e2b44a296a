"""The single checks of the conformance suite `prikup.envs.check`, by subject."""
