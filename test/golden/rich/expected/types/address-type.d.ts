// Generated from schemas/forms/AddressType.json (ce6af0ab6bf4) by `cms generate`, which overwrites this file.
import type { FormView, PartialFields } from './built-in-types.js';

/** Submitted values of the fields of AddressType. */
export type AddressFields = {
  street: string;
  city?: string | null;
};

/** Body of a submission of AddressType. */
export type AddressSubmission = { address: AddressFields };

/** Body of a partial validation of AddressType. */
export type AddressSubmissionPatch = { address: PartialFields<AddressFields> };

/** Converted values of a submission of AddressType. */
export type AddressData = {
  street: string;
  city: string | null;
};

/** Form tree of AddressType. */
export type AddressView = FormView<'street' | 'city'>;

/** Types of the fields in the form tree of AddressType. */
export type AddressFieldTypes = {
  street: 'text';
  city: 'text';
};
