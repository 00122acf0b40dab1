"""Programs rewritten without a change of meaning: see docs/develop/metamorphic.md."""
