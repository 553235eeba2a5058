// Generated from schemas/ (a3ae7b368763) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = 'a3ae7b368763d881c62ddb7babeaa93cf0cf38b74df76c68c97cfb14196e8cdd';
