import { COUNTRY_CODES } from '../../util/country-codes.js';
import { createTextRule } from './text-rule.js';

const LOCALE = /^([a-z]{2,3})(?:[_-]([A-Z][a-z]{3}))?(?:[_-]([A-Z]{2}|\d{3}))?$/;

/**
 * Requires a two-letter country code (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ nation }, { violations }) =>
 *   country({ violations, path: 'nation', value: nation });
 */
export const country = createTextRule({
  message: 'This value is not a valid country.',
  code: '8f900c12-61bd-455d-9398-996cd040f7f0',
  isValid: (text) => COUNTRY_CODES.has(text),
});

/**
 * Requires a language code (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ spokenLanguage }, { violations }) =>
 *   language({ violations, path: 'spokenLanguage', value: spokenLanguage });
 */
export const language = createTextRule({
  message: 'This value is not a valid language.',
  code: 'ee65fec4-9a20-4202-9f39-ca558cd7bdf7',
  isValid: isLanguage,
});

/**
 * Requires a language with optional script and region: `en`, `en_GB`, `zh-Hant-TW`.
 *
 * @example
 * const validate: Validate = ({ siteLocale }, { violations }) =>
 *   locale({ violations, path: 'siteLocale', value: siteLocale });
 */
export const locale = createTextRule({
  message: 'This value is not a valid locale.',
  code: 'a0af4293-1f1a-4a1c-a328-979cba6182a2',
  isValid: (text) => {
    const [whole, name = '', , region] = LOCALE.exec(text) ?? [];
    return (
      whole !== undefined &&
      isLanguage(name) &&
      (region === undefined || /^\d/.test(region) || COUNTRY_CODES.has(region))
    );
  },
});

/**
 * Requires a three-letter currency code (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ paidIn }, { violations }) =>
 *   currency({ violations, path: 'paidIn', value: paidIn });
 */
export const currency = createTextRule({
  message: 'This value is not a valid currency.',
  code: '69945ac1-2db4-405f-bec7-d2772f73df52',
  isValid: isCurrency,
});

/** Loaded on first use, because the platform's lists are slow to load. */
let currencies: ReadonlySet<string> | undefined;
let languageNames: Intl.DisplayNames | undefined;

function isCurrency(text: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(text);
}

function isLanguage(text: string): boolean {
  languageNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return /^[a-z]{2,3}$/.test(text) && languageNames.of(text) !== undefined;
}
