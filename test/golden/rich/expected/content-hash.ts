// Generated from schemas/ (37e16517bb40) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '37e16517bb40b2196c656cc1cdacdd436fa0372c465677e20fc5b96550c00650';
