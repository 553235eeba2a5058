// Generated from schemas/Image.json (08af725ac0d7) by `cms generate`, which overwrites this file.

/** Image has no rules. */
export function validateImage(): void {}
