// Generated from schemas/ by `cms generate`, which overwrites this file.

export {};
