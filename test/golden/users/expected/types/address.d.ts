// Generated from schemas/Address.json (c75655a8eeb5) by `cms generate`, which overwrites this file.

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
