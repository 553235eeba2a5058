// Generated from schemas/NestedPageData.json (9cf9e61bf585) by `cms generate`, which overwrites this file.

/** NestedPageData has no rules. */
export function validateNestedPageData(): void {}
