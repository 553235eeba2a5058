// Generated from schemas/forms/AddressType.json (ce6af0ab6bf4) by `cms generate`, which overwrites this file.
import type { FormView, PartialFields } from './built-in-types.js';

/** What is sent of the fields of AddressType. */
export type AddressFields = {
  street: string;
  city?: string | null;
};

/** Body that submits AddressType. */
export type AddressSubmission = { address: AddressFields };

/** Body that has some fields of AddressType checked. */
export type AddressSubmissionPatch = { address: PartialFields<AddressFields> };

/** What a submission of AddressType gives: its converted values. */
export type AddressData = {
  street: string;
  city: string | null;
};

/** The tree of AddressType. */
export type AddressView = FormView<'street' | 'city'>;

/** What each field of AddressType is. */
export type AddressFieldTypes = {
  street: 'text';
  city: 'text';
};
