// Generated from schemas/NestedPageData.json (a0915228db78) by `cms generate`, which overwrites this file.

/** NestedPageData has no rules. */
export function validateNestedPageData(): void {
}
