// Generated from schemas/ (196a7b7fb288) by `cms generate`, which overwrites this file.

/** Names what the schema files of this project say. */
export const contentHash = '196a7b7fb28851dd4f0c7539b1603efa546f4b21a9b63c0a7cfc78547127e006';
