// Generated from schemas/NestedPageData.json (24a8c288d631) by `cms generate`, which overwrites this file.

/** NestedPageData has no rules. */
export function validateNestedPageData(): void {}
