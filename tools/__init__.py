"""What makes the stored data; no part of the package."""
