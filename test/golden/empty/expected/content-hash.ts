// Generated from schemas/ (d5160c5c2b74) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = 'd5160c5c2b74b125f406850372203700807057fa029f162b23bf22bb4efb3758';
