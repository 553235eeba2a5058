// Generated from schemas/BlogArticleData.json (1a01935a8942) by `cms generate`, which overwrites this file.

/** BlogArticleData has no rules. */
export function validateBlogArticleData(): void {}
