import type { FormFieldDefinition } from '../../../../extension-points/forms/form-definition.js';
import { COUNTRY_CODES } from '../../../../kernel/util/country-codes.js';
import { isTimeZoneName } from '../../../../kernel/util/dates/is-time-zone.js';
import type { ReadChoice } from '../../notation/choice-notation.js';
import { buildChoiceList, type Choice, type ChoiceList, declaredChoices } from './choice-list.js';
import { LANGUAGE_CODES, LOCALE_CODES, RENAMED_TIME_ZONES } from './locale-codes.js';

/** Generators of built-in choices by type. */
const MAKERS: ReadonlyMap<string, () => readonly ReadChoice[]> = new Map([
  ['country', () => named([...COUNTRY_CODES], names('region'))],
  ['language', () => named(LANGUAGE_CODES, names('language'))],
  ['locale', () => named(LOCALE_CODES, localeNames())],
  ['currency', () => named(Intl.supportedValuesOf('currency'), names('currency'))],
  ['timezone', timeZones],
]);

/** Lists created on first use and shared by all forms, because some take the platform milliseconds. */
const MADE = new Map<string, readonly ReadChoice[]>();

type NameOf = (code: string) => string | undefined;

/** Formats a zone as `Europe / Berlin`. */
const timeZoneLabel = (zone: string): string => zone.replaceAll('/', ' / ').replaceAll('_', ' ');

/** Returns the choices that a field declares, or those of its type (country, language, locale, currency, timezone). */
export function createChoiceList(type: string, field: FormFieldDefinition): ChoiceList {
  const { choices, choice_attr: attributes = {}, preferred_choices: preferred = [] } = field;
  if (choices !== undefined) return declaredChoices(field);
  const known = localeChoices(type);
  if (known === undefined) return buildChoiceList([]);
  if (preferred.length === 0 && Object.keys(attributes).length === 0) return sharedList(type, known);
  const marked = known.map((choice) =>
    Object.hasOwn(attributes, choice.label) ? { ...choice, attr: attributes[choice.label] ?? {} } : choice,
  );
  return withHidden(type, buildChoiceList(marked, preferred));
}

/** Lists shared by all forms, by the choices of their type. */
const SHARED = new WeakMap<readonly ReadChoice[], ChoiceList>();

function sharedList(type: string, known: readonly ReadChoice[]): ChoiceList {
  const list = SHARED.get(known) ?? withHidden(type, buildChoiceList(known));
  SHARED.set(known, list);
  return list;
}

function withHidden(type: string, list: ChoiceList): ChoiceList {
  const find = (value: string): Choice | undefined => {
    const hidden = (): Choice | undefined => {
      const choice = hiddenLocaleChoice(type, value);
      return choice && { ...choice, value };
    };
    return list.find(value) ?? hidden();
  };
  const valueOf = (data: unknown): string | undefined =>
    list.valueOf(data) ?? (typeof data === 'string' ? find(data)?.value : undefined);
  return { ...list, find, valueOf };
}

/**
 * Returns the choices of country, language, locale, currency and timezone with English names; undefined for other
 * types.
 */
function localeChoices(type: string): readonly ReadChoice[] | undefined {
  const made = MADE.get(type) ?? MAKERS.get(type)?.();
  if (made !== undefined) MADE.set(type, made);
  return made;
}

function names(type: 'region' | 'language' | 'currency'): NameOf {
  const display = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return (code) => display.of(code);
}

/**
 * Names locales as `English (United Kingdom)` rather than `British English`, so that the locales of a language are
 * adjacent.
 */
function localeNames(): NameOf {
  const display = new Intl.DisplayNames('en', {
    type: 'language',
    fallback: 'none',
    languageDisplay: 'standard',
  });
  return (code) => display.of(code.replaceAll('_', '-'));
}

/** Sorts by name. Codes without a name on this platform are omitted. */
function named(codes: readonly string[], nameOf: NameOf): readonly ReadChoice[] {
  const order = new Intl.Collator('en');
  return codes
    .flatMap((data) => {
      const label = nameOf(data);
      return label === undefined ? [] : [{ label, data, attr: {} }];
    })
    .sort((left, right) => order.compare(left.label, right.label));
}

/**
 * Returns zones with their current names, and with previous names that browsers still report, so that pages can
 * preselect them.
 */
function timeZones(): readonly ReadChoice[] {
  const zones = [...Intl.supportedValuesOf('timeZone'), ...[...RENAMED_TIME_ZONES].flat(), 'UTC'];
  return named([...new Set(zones)], timeZoneLabel);
}

/** Returns a choice that is accepted but not displayed: the time zone database has some 180 further names. */
function hiddenLocaleChoice(type: string, value: string): ReadChoice | undefined {
  if (type !== 'timezone' || !isTimeZoneName(value)) return undefined;
  return { label: timeZoneLabel(value), data: value, attr: {} };
}
