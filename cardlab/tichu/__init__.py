"""Tichu: what a play is, whether it is legal, and which plays a hand has."""

from cardlab.tichu.combinations import *
from cardlab.tichu.plays import *
from cardlab.tichu.rules import *
