// Generated from schemas/ (19afc1be661b) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '19afc1be661bb97b2791607cff1884c2feb5c7c995a57a66395c0905ce226f30';
