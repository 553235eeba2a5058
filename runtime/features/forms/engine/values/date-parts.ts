import type { FormFieldDefinition } from '../../../../extension-points/forms/form-definition.js';
import { buildChoiceList, type ChoiceList } from './choice-list.js';
import { NOT_CONVERTIBLE, type Conversion } from './conversion.js';
import { conversionOf } from './conversions.js';
import { formatInterval, parseInterval } from './date-interval.js';
import { partChoices, partNames, type PartName } from './part-choices.js';

/** A date, time, week or interval entered in parts. */
export interface DateParts {
  readonly parts: readonly DatePart[];
  /** Returns the text of every part; empty texts for no value. */
  toView(data: unknown): Readonly<Record<string, string>>;
  /**
   * Combines the parts. Null if every part is empty; NOT_CONVERTIBLE if only some are, a part is not among its choices,
   * or the date does not exist. Parts without choices (`widget` text or integer) accept any number.
   */
  toData(parts: Readonly<Record<string, string | null>>): unknown;
}

interface DatePart {
  readonly name: string;
  readonly choices: ChoiceList;
  /** Absent: a choice is always selected. */
  readonly placeholder?: string;
}

/** Returns whether the choices of a field depend on the current year: it has a year part without declared years. */
export function followsYear(type: string, field: FormFieldDefinition): boolean {
  return field.years === undefined && partNames(type, field).includes('year');
}

/**
 * Creates the parts of a date, birthday, datetime, time, week or dateinterval field, once per field or year. Values are
 * plain numbers (`1`), labels of months, days and times have two digits (`01`).
 */
export function createDateParts(type: string, field: FormFieldDefinition, now: Date): DateParts {
  const names = partNames(type, field);
  const parts = names.map((name) => {
    const choices = buildChoiceList(partChoices(type, { name, field, now }));
    return { name, choices, ...placeholderOf(name, field) };
  });
  const isTyped = field.widget === 'text' || field.widget === 'integer';
  const { split, join } = type === 'dateinterval' ? INTERVAL : momentNotation(type, field);
  return {
    parts,
    toView: (data) => {
      const numbers = split(data);
      return Object.fromEntries(names.map((name) => [name, String(numbers?.[name] ?? '')]));
    },
    toData: (submitted) => {
      const texts = parts.map(({ name }) => (Object.hasOwn(submitted, name) ? (submitted[name] ?? '') : ''));
      if (texts.every((text) => text === '')) return null;
      const numbers: Numbers = {};
      for (const [index, { name, choices }] of parts.entries()) {
        const text = texts[index] ?? '';
        const isKnown = isTyped ? /^\d{1,4}$/.test(text) : choices.find(text) !== undefined;
        if (!isKnown) return NOT_CONVERTIBLE;
        numbers[name] = Number(text);
      }
      return join(numbers);
    },
  };
}

type Numbers = Partial<Record<PartName, number>>;

/** Converts between a data value and the numbers of its parts. */
interface PartNotation {
  split(data: unknown): Numbers | undefined;
  join(numbers: Numbers): unknown;
}

const INTERVAL: PartNotation = {
  split: (data) => {
    const interval = parseInterval(data);
    if (interval === undefined) return undefined;
    const { weeks = 0, days = 0, ...others } = interval;
    return { ...NO_INTERVAL, ...others, days: days + 7 * weeks };
  },
  join: formatInterval,
};

const NO_INTERVAL: Numbers = { years: 0, months: 0, days: 0, hours: 0, minutes: 0, seconds: 0 };

/** Order of the numbers in the full text of a type. */
const FULL_TEXT: Readonly<Record<string, readonly PartName[]>> = {
  date: ['year', 'month', 'day'],
  birthday: ['year', 'month', 'day'],
  datetime: ['year', 'month', 'day', 'hour', 'minute', 'second'],
  time: ['hour', 'minute', 'second'],
  week: ['year', 'week'],
};

/** Converts parts through the full text, whose conversion validates the date. */
function momentNotation(type: string, field: FormFieldDefinition): PartNotation {
  const order = FULL_TEXT[type] ?? [];
  const whole = conversionOf(type, { ...field, with_seconds: true });
  return {
    split: (data) => {
      const numbers = whole?.toView(data).match(/\d+/g)?.map(Number);
      return numbers && Object.fromEntries(order.map((name, index) => [name, numbers[index]]));
    },
    join: (numbers) => joinText(type, numbers, whole),
  };
}

function joinText(type: string, numbers: Numbers, whole: Conversion | undefined): unknown {
  const digits = (name: PartName): string =>
    String(numbers[name] ?? 0).padStart(name === 'year' ? 4 : 2, '0');
  const day = `${digits('year')}-${digits('month')}-${digits('day')}`;
  const time = `${digits('hour')}:${digits('minute')}:${digits('second')}`;
  const texts: Readonly<Record<string, string>> = {
    date: day,
    birthday: day,
    datetime: `${day}T${time}`,
    time,
    week: `${digits('year')}-W${digits('week')}`,
  };
  return whole?.toData(texts[type] ?? '') ?? NOT_CONVERTIBLE;
}

/**
 * Returns the placeholder of a part: one text for all parts or one for each. Parts of optional fields have an empty one
 * by default.
 */
function placeholderOf(name: PartName, field: FormFieldDefinition): { readonly placeholder?: string } {
  const { placeholder, required = true } = field;
  const standard = required ? {} : { placeholder: '' };
  if (placeholder === undefined || placeholder === null || placeholder === true) return standard;
  if (placeholder === false) return {};
  if (typeof placeholder === 'string') return { placeholder };
  const own = Object.hasOwn(placeholder, name) ? placeholder[name] : undefined;
  return typeof own === 'string' ? { placeholder: own } : standard;
}
