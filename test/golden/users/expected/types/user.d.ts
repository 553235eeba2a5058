// Generated from schemas/User.json (f06e3332c760) by `cms generate`, which overwrites this file.

/** Where post arrives. */
export type UserAddress = {
  street: string;
  town: string;
  country?: string | null;
} | null;
/** Where post arrives. */
export type UserAddress1 = {
  street: string;
  town: string;
  country?: string | null;
} | null;

export interface User {
  /** Shown beside comments. */
  displayName?: string | null;
  newsletter: boolean;
  address?: UserAddress;
}

export interface UserInput {
  /** Shown beside comments. */
  displayName?: string | null;
  newsletter?: boolean;
  address?: UserAddress1;
}

export type UserPatch = UserInput;
