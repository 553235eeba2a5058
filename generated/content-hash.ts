// Generated from schemas/ (029df4a5496a) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '029df4a5496a28cbdec42372ffd553a9ed8d3f4421d8ba41ae3565214819f2ff';
