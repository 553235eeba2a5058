// Generated from schemas/ (c20f06eb839c) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = 'c20f06eb839c86871e252833043c4dee3104f376f0abb98d4ce91e877364b0c2';
