"""Cribbage: what a hand or a crib scores in the show."""

from cardlab.cribbage.rules import *
