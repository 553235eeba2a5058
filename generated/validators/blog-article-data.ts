// Generated from schemas/BlogArticleData.json (70d22370af8e) by `cms generate`, which overwrites this file.

/** BlogArticleData has no rules. */
export function validateBlogArticleData(): void {}
