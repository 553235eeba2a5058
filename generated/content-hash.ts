// Generated from schemas/ (741453d05676) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '741453d05676d9a640baf5666e1e3c677dca15abedb79078ffb64ac71a4ab93f';
