// Generated from schemas/ (c980bb51d012) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = 'c980bb51d0123023cb433c1b34e509c8e28c15a0ee66b75b30cca2d59005fb7f';
