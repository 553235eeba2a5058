// Generated from schemas/Image.json (3749d8695b0e) by `cms generate`, which overwrites this file.

/** Image has no rules. */
export function validateImage(): void {
}
