// Generated from schemas/NestedPageData.json (3608bffcd5ee) by `cms generate`, which overwrites this file.

/** NestedPageData has no rules. */
export function validateNestedPageData(): void {}
