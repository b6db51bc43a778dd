"""Score a hand: the forms of the games, the page in a browser, the widget in Jupyter."""
