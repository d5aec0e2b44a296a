"""What all games share: cards, log, keys, views, worlds, deals, options, text."""
