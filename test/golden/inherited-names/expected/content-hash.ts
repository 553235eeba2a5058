// Generated from schemas/ (8d8f10f5a062) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '8d8f10f5a062919fa8f7c85b6b67e440691efa5e89fa729c3125f7cc223c0e96';
