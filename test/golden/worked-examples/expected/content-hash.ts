// Generated from schemas/ (a7b8da4cfc8a) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = 'a7b8da4cfc8ab4a91be69076f5e3f16f08b33470fa716be8b1ecd3b9aef3c606';
