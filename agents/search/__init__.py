"""Search: agents that look ahead in sampled worlds."""
