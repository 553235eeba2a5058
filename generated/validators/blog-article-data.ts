// Generated from schemas/BlogArticleData.json (f10fd14e1ab1) by `cms generate`, which overwrites this file.

/** BlogArticleData has no rules. */
export function validateBlogArticleData(): void {}
