import { COUNTRY_CODES } from '../../../../kernel/util/country-codes.js';
import type { ReadChoice } from '../../../../model/forms/choice-notation.js';
import { LANGUAGE_CODES, LOCALE_CODES, RENAMED_TIME_ZONES } from './locale-codes.js';

/** Types whose choices are those of the platform, with what makes them. */
const MAKERS: ReadonlyMap<string, () => readonly ReadChoice[]> = new Map([
  ['country', () => named([...COUNTRY_CODES], names('region'))],
  ['language', () => named(LANGUAGE_CODES, names('language'))],
  ['locale', () => named(LOCALE_CODES, localeNames())],
  ['currency', () => named(Intl.supportedValuesOf('currency'), names('currency'))],
  ['timezone', timeZones],
]);

/** Made on first use, once for all forms: the platform needs milliseconds for some of them. */
const MADE = new Map<string, readonly ReadChoice[]>();

/** The choices of country, language, locale, currency and timezone, by their English names; undefined for other types. */
export function localeChoices(type: string): readonly ReadChoice[] | undefined {
  const made = MADE.get(type) ?? MAKERS.get(type)?.();
  if (made !== undefined) MADE.set(type, made);
  return made;
}

type NameOf = (code: string) => string | undefined;

function names(type: 'region' | 'language' | 'currency'): NameOf {
  const display = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return (code) => display.of(code);
}

/** `English (United Kingdom)`, not `British English`: the locales of a language stand together. */
function localeNames(): NameOf {
  const display = new Intl.DisplayNames('en', {
    type: 'language',
    fallback: 'none',
    languageDisplay: 'standard',
  });
  return (code) => display.of(code.replaceAll('_', '-'));
}

/** In the order of their names; codes that the platform has no name for are left out. */
function named(codes: readonly string[], nameOf: NameOf): readonly ReadChoice[] {
  const order = new Intl.Collator('en');
  return codes
    .flatMap((data) => {
      const label = nameOf(data);
      return label === undefined ? [] : [{ label, data, attr: {} }];
    })
    .sort((left, right) => order.compare(left.label, right.label));
}

/** `Europe / Berlin`. */
function timeZones(): readonly ReadChoice[] {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => RENAMED_TIME_ZONES.get(zone) ?? zone);
  return named([...new Set([...zones, 'UTC'])], (zone) => zone.replaceAll('/', ' / ').replaceAll('_', ' '));
}
