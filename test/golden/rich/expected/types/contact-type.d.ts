// Generated from schemas/forms/ContactType.json (37d81f3de5e0) by `cms generate`, which overwrites this file.
import type { AddressData, AddressFields, AddressFieldTypes } from './address-type.js';
import type { FormView, PartialFields, SubmittedFile } from './built-in-types.js';

/** Submitted values of the fields of ContactType. */
export type ContactFields = {
  email: string;
  phone?: string | null;
  age: number | string;
  price?: number | string | null;
  topic: 'bug' | 'big' | '1' | 1 | "o'dd";
  tags?: ('a' | 'b')[];
  country?: string | null;
  terms?: boolean | null;
  files?: null[];
  address?: {
    'zip-code': string;
    city?: string | null;
  };
  second: AddressFields;
  others?: AddressFields[] | { [index: string]: AddressFields };
  words?: (string | null)[] | { [index: string]: string | null };
  secret: {
    first: string | null;
    second: string | null;
  };
  day?: { [part: string]: string | number | null };
  meta?: {
    note?: string | null;
  };
};

/** Body of a submission of ContactType. */
export type ContactSubmission = { contact: ContactFields };

/** Body of a partial validation of ContactType. */
export type ContactSubmissionPatch = { contact: PartialFields<ContactFields> };

/** Converted values of a submission of ContactType. */
export type ContactData = {
  email: string;
  phone: string | null;
  age: number;
  cents: number | null;
  topic: 'bug' | 'big' | 1 | "o'dd";
  tags: ('a' | 'b')[];
  country: string | null;
  files: SubmittedFile[];
  address: {
    'zip-code': string;
    city: string | null;
  };
  second: AddressData;
  others: AddressData[];
  words: (string | null)[];
  secret: string;
  day: string | null;
  note: string | null;
};

/** Form tree of ContactType. */
export type ContactView = FormView<'email' | 'phone' | 'age' | 'price' | 'topic' | 'tags' | 'country' | 'terms' | 'files' | 'address' | 'second' | 'others' | 'words' | 'secret' | 'day' | 'meta' | 'send'>;

/** Types of the fields in the form tree of ContactType. */
export type ContactFieldTypes = {
  email: 'email';
  phone: 'tel';
  age: 'integer';
  price: 'money';
  topic: 'choice';
  tags: 'choice';
  country: 'country';
  terms: 'checkbox';
  files: 'file';
  address: {
    kind: 'form';
    fields: {
      'zip-code': 'text';
      city: 'text';
    };
  };
  second: {
    kind: 'form';
    fields: AddressFieldTypes;
  };
  others: {
    kind: 'collection';
    entry: {
      kind: 'form';
      fields: AddressFieldTypes;
    };
  };
  words: {
    kind: 'collection';
    entry: 'text';
  };
  secret: {
    kind: 'repeated';
    fields: {
      first: 'password';
      second: 'password';
    };
  };
  day: 'date';
  meta: {
    kind: 'form';
    fields: {
      note: 'textarea';
    };
  };
  send: 'submit';
};
