// Generated from schemas/Guarded.json (b221a435bf39) by `cms generate`, which overwrites this file.

/** Guarded has no rules. */
export function validateGuarded(): void {
}
