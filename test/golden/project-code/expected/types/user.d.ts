// Generated from schemas/User.json (3f9c199247b0) by `cms generate`, which overwrites this file.

export interface User {
  nickname?: string | null;
}

export type UserInput = User;

export type UserPatch = UserInput;
