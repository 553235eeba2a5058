// Generated from schemas/Guarded.json (84e0eaf2bd5a) by `cms generate`, which overwrites this file.

/** Guarded has no rules. */
export function validateGuarded(): void {}
