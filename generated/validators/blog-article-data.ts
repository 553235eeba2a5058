// Generated from schemas/BlogArticleData.json (8158b07e6c70) by `cms generate`, which overwrites this file.

/** BlogArticleData has no rules. */
export function validateBlogArticleData(): void {}
