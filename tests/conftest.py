"""Settings of all tests."""

from hypothesis import settings

settings.register_profile("cardlab", deadline=None, print_blob=True)  # machines are shared and noisy
settings.load_profile("cardlab")
