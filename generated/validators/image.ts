// Generated from schemas/Image.json (ba4abfa5b053) by `cms generate`, which overwrites this file.

/** Image has no rules. */
export function validateImage(): void {}
