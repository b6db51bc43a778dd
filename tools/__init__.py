"""What makes the stored data and the page "Score a hand". Run from the repository, not part of the package."""
