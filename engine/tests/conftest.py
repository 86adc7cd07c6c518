import os

from hypothesis import settings

settings.register_profile("same each time", deadline=None, derandomize=True, database=None)
settings.register_profile("by chance", deadline=None, max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same each time"))
