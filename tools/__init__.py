"""What makes the stored data. Run from the repository, not part of the package."""
