// Generated from schemas/ (0e2fc99e74a4) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '0e2fc99e74a418d92dfafd49a6335de685552c8988411399aa7f2eba2fa7572d';
