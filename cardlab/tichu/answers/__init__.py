"""Tichu: how often a hand can answer a play."""
