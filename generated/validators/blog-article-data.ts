// Generated from schemas/BlogArticleData.json (1d4451c10d1a) by `cms generate`, which overwrites this file.

/** BlogArticleData has no rules. */
export function validateBlogArticleData(): void {}
