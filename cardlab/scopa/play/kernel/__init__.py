"""Scopa: the kernels that play whole rounds: captures, players, rounds."""
