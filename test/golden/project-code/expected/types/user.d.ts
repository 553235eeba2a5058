// Generated from schemas/User.json (d2f831b6ad28) by `cms generate`, which overwrites this file.

export interface User {
  nickname?: string | null;
}

export type UserInput = User;
export type UserPatch = UserInput;
