"""Bridge: does the point count predict tricks? Deals solved double dummy, and regressions on them."""
