// Generated from schemas/NestedPageData.json (04d44310519b) by `cms generate`, which overwrites this file.

/** NestedPageData has no rules. */
export function validateNestedPageData(): void {}
