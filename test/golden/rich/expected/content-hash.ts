// Generated from schemas/ (6f1b81f45b4f) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '6f1b81f45b4f20448446b1d0229c24711173690f79c203b23955727cac6e452e';
