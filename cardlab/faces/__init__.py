"""Pictures of cards: a hand, a score item by item, labelled rows of cards. Standard library only."""

from cardlab.faces.pictures import *
