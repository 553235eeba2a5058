// Generated from schemas/ (931b1a34c0c1) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '931b1a34c0c11ff1c8dbf5a2b5958f86598620af77e068a169898345005067ca';
