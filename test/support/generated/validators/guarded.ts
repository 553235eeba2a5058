// Generated from schemas/Guarded.json (f809fa076f8f) by `cms generate`, which overwrites this file.

/** Guarded has no rules. */
export function validateGuarded(): void {}
