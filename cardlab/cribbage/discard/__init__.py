"""Cribbage: which two of six cards to throw."""
