// Generated from schemas/Address.json (1c453b7bbe55) by `cms generate`, which overwrites this file.

/** Where post arrives. */
export interface Address {
  street: string;
  town: string;
  country?: string | null;
}

/** Where post arrives. */
export type AddressInput = Address;

/** Where post arrives. */
export type AddressPatch = AddressInput;
