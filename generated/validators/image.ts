// Generated from schemas/Image.json (ae0cd95061d1) by `cms generate`, which overwrites this file.

/** Image has no rules. */
export function validateImage(): void {}
