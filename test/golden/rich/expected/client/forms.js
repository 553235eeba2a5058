// Generated from schemas/ by `cms generate`, which overwrites this file.

export const AddressType = { name: 'AddressType' };
export const ContactType = { name: 'ContactType' };
