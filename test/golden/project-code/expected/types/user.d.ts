// Generated from schemas/User.json (89a4811549c3) by `cms generate`, which overwrites this file.

export interface User {
  nickname?: string | null;
}

export type UserInput = User;

export type UserPatch = UserInput;
