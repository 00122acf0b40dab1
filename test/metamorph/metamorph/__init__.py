"""Programs rewritten without a change of meaning: see docs/metamorphic.md."""
