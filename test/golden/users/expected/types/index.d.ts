// Generated from schemas/ (e8e83d326325) by `cms generate`, which overwrites this file.

export type { Address, AddressInput, AddressPatch } from './address.js';
export type { User, UserInput, UserPatch } from './user.js';
