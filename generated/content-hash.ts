// Generated from schemas/ (11a5843219e1) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '11a5843219e1797972dac1dcf3076ec23886191094275dfef2212dc6cb58d34b';
