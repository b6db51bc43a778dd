"""Scopa: rounds played out, card by card."""
