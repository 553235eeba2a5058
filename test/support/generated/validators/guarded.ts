// Generated from schemas/Guarded.json (82fc1e4abd39) by `cms generate`, which overwrites this file.

/** Guarded has no rules. */
export function validateGuarded(): void {}
