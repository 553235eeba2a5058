import type { FormFieldDefinition } from '../../../../kernel/contract/schema/forms.js';
import { buildChoiceList, type ChoiceList } from './choice-list.js';
import { NOT_CONVERTIBLE, type Conversion } from './conversion.js';
import { conversionOf } from './conversions.js';
import { formatInterval, parseInterval } from './date-interval.js';
import { partChoices, partNames, type PartName } from './part-choices.js';

/** A date, time, week or interval that is chosen part by part. */
export interface DateParts {
  readonly parts: readonly DatePart[];
  /** The text of every part; empty texts for no value. */
  toView(data: unknown): Readonly<Record<string, string>>;
  /**
   * Null when every part is empty; NOT_CONVERTIBLE when some are, when one is none of its choices, or when there is no such
   * day. Parts without a list of choices (`widget` text or integer) take any number.
   */
  toData(parts: Readonly<Record<string, string | null>>): unknown;
}

interface DatePart {
  readonly name: string;
  readonly choices: ChoiceList;
  /** Absent: something is always chosen. */
  readonly placeholder?: string;
}

/** Whether the choices of a field change with the year: it shows one, and names none. */
export function followsYear(type: string, field: FormFieldDefinition): boolean {
  return field.years === undefined && partNames(type, field).includes('year');
}

/**
 * The parts of a date, birthday, datetime, time, week or dateinterval field; made once for a field, or once for a year. Values are plain numbers
 * (`1`), labels of months, days and clocks have two digits (`01`).
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

/** Converts between a value of the data and the numbers of its parts. */
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

/** Names of the numbers in the full text of a type, in the order in which they stand. */
const FULL_TEXT: Readonly<Record<string, readonly PartName[]>> = {
  date: ['year', 'month', 'day'],
  birthday: ['year', 'month', 'day'],
  datetime: ['year', 'month', 'day', 'hour', 'minute', 'second'],
  time: ['hour', 'minute', 'second'],
  week: ['year', 'week'],
};

/** The conversion of the whole text knows which days there are, and parts are read from it and written to it. */
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

/** One text for all parts or one for each; parts of a field that may stay empty have an empty one. */
function placeholderOf(name: PartName, field: FormFieldDefinition): { readonly placeholder?: string } {
  const { placeholder, required = true } = field;
  const standard = required ? {} : { placeholder: '' };
  if (placeholder === undefined || placeholder === null || placeholder === true) return standard;
  if (placeholder === false) return {};
  if (typeof placeholder === 'string') return { placeholder };
  const own = Object.hasOwn(placeholder, name) ? placeholder[name] : undefined;
  return typeof own === 'string' ? { placeholder: own } : standard;
}
