// Generated from schemas/NestedPageData.json (c61a8ffebac4) by `cms generate`, which overwrites this file.

/** NestedPageData has no rules. */
export function validateNestedPageData(): void {}
