// Generated from schemas/BlogArticleData.json (4c94ca61e3a1) by `cms generate`, which overwrites this file.

/** BlogArticleData has no rules. */
export function validateBlogArticleData(): void {
}
