// Generated from schemas/ (75a0463e0d39) by `cms generate`, which overwrites this file.

export {};
