import { isUuid } from '../../../../kernel/util/is-uuid.js';
import { NOT_CONVERTIBLE, type Conversion } from './conversion.js';

/** 128 bits in Crockford's base 32: the first of the 26 letters holds three of them. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** In lower case, as databases answer it. */
export const UUID_TEXT: Conversion = {
  toView: (data) => (isUuid(data) ? data.toLowerCase() : ''),
  toData: (text) => (isUuid(text) ? text.toLowerCase() : NOT_CONVERTIBLE),
};

/** In upper case, the canonical one. */
export const ULID_TEXT: Conversion = {
  toView: (data) => (typeof data === 'string' && ULID.test(data) ? data.toUpperCase() : ''),
  toData: (text) => (ULID.test(text) ? text.toUpperCase() : NOT_CONVERTIBLE),
};
