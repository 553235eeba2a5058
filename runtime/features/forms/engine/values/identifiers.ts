import { isUuid } from '../../../../kernel/util/is-uuid.js';
import { NOT_CONVERTIBLE, type Conversion } from './conversion.js';

/** 128 bits in Crockford's base 32: the first of the 26 letters holds three of them. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** UUIDs are shown in lower case, as databases return them. */
export const UUID_TEXT: Conversion = {
  toView: (data) => (isUuid(data) ? data.toLowerCase() : ''),
  toData: (text) => (isUuid(text) ? text.toLowerCase() : NOT_CONVERTIBLE),
};

/** ULIDs are shown in upper case, which is their canonical form. */
export const ULID_TEXT: Conversion = {
  toView: (data) => (typeof data === 'string' && ULID.test(data) ? data.toUpperCase() : ''),
  toData: (text) => (ULID.test(text) ? text.toUpperCase() : NOT_CONVERTIBLE),
};
