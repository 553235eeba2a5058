// Generated from schemas/forms/ContactType.json (37d81f3de5e0) by `cms generate`, which overwrites this file.
import type { AddressData, AddressFields, AddressFieldTypes } from './address-type.js';
import type { FormView, PartialFields, SubmittedFile } from './built-in-types.js';

/** What is sent of the fields of ContactType. */
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

/** Body that submits ContactType. */
export type ContactSubmission = { contact: ContactFields };

/** Body that has some fields of ContactType checked. */
export type ContactSubmissionPatch = { contact: PartialFields<ContactFields> };

/** What a submission of ContactType gives: its converted values. */
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

/** The tree of ContactType. */
export type ContactView = FormView<'email' | 'phone' | 'age' | 'price' | 'topic' | 'tags' | 'country' | 'terms' | 'files' | 'address' | 'second' | 'others' | 'words' | 'secret' | 'day' | 'meta' | 'send'>;

/** What each field of ContactType is. */
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
