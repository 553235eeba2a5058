import { assertNever } from '../../../../kernel/util/assert-never.js';
import type { FormFieldDefinition } from '../../../../extension-points/forms/form-definition.js';
import type { ReadChoice } from '../../notation/choice-notation.js';
import type { IntervalPart } from './date-interval.js';

/** A part of a date, time or duration. */
export type PartName = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | IntervalPart;

/** Returns the parts that a field of the type displays, in order. */
export function partNames(type: string, field: FormFieldDefinition): readonly PartName[] {
  const { with_minutes: minutes = true, with_seconds: seconds = false } = field;
  const clock: readonly PartName[] = [
    'hour',
    ...(minutes ? (['minute'] as const) : []),
    ...(minutes && seconds ? (['second'] as const) : []),
  ];
  switch (type) {
    case 'time':
      return clock;
    case 'datetime':
      return [...DAY, ...clock];
    case 'week':
      return ['year', 'week'];
    case 'dateinterval':
      return ['years', 'months', 'days', ...intervalClock(field)];
    default:
      return DAY;
  }
}

const DAY = ['year', 'month', 'day'] as const;

/** Returns the time parts of an interval. Intervals are in days unless the field has more parts. */
function intervalClock(field: FormFieldDefinition): readonly PartName[] {
  return [
    ...(field.hours === undefined ? [] : (['hours'] as const)),
    ...(field.with_minutes === true || field.minutes !== undefined ? (['minutes'] as const) : []),
    ...(field.with_seconds === true || field.seconds !== undefined ? (['seconds'] as const) : []),
  ];
}

interface RequestedPart {
  readonly name: PartName;
  readonly field: FormFieldDefinition;
  readonly now: Date;
}

/**
 * Returns the choices of a part: those of the field, otherwise all possible ones. For years these are the years around
 * the current one.
 */
export function partChoices(type: string, requested: RequestedPart): readonly ReadChoice[] {
  const { name, field, now } = requested;
  const label = labelOf(name, field);
  return numbersOf(type, { name, field, now }).map((data) => ({ label: label(data), data, attr: {} }));
}

function numbersOf(type: string, { name, field, now }: RequestedPart): readonly number[] {
  switch (name) {
    case 'year':
      return field.years ?? yearsAround(type, now.getUTCFullYear());
    case 'month':
      return field.months ?? range(1, 12);
    case 'week':
    case 'weeks':
      return range(1, 53);
    case 'day':
      return field.days ?? range(1, 31);
    case 'hour':
      return field.hours ?? range(0, 23);
    case 'minute':
      return field.minutes ?? range(0, 59);
    case 'second':
      return field.seconds ?? range(0, 59);
    case 'years':
      return field.years ?? range(0, 100);
    case 'months':
      return field.months ?? range(0, 12);
    case 'days':
      return field.days ?? range(0, 31);
    case 'hours':
      return field.hours ?? range(0, 24);
    case 'minutes':
      return field.minutes ?? range(0, 60);
    case 'seconds':
      return field.seconds ?? range(0, 60);
    default:
      return assertNever(name);
  }
}

function yearsAround(type: string, year: number): readonly number[] {
  if (type === 'birthday') return range(year - 120, year);
  return type === 'week' ? range(year - 10, year + 10) : range(year - 5, year + 5);
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const PADDED: ReadonlySet<PartName> = new Set(['month', 'day', 'hour', 'minute', 'second', 'week']);

/**
 * Creates the label function: two digits, or month names if the `format` of the field has them (`dd MMM yyyy`, `d MMMM
 * yyyy`).
 */
function labelOf(name: PartName, { format }: FormFieldDefinition): (value: number) => string {
  const letters =
    name === 'month' && typeof format === 'string' ? (/[ML]+/.exec(format)?.[0].length ?? 2) : 2;
  if (letters > 2) {
    const names = new Intl.DateTimeFormat('en', { month: letters === 3 ? 'short' : 'long', timeZone: 'UTC' });
    return (month) => names.format(Date.UTC(2000, month - 1));
  }
  return (value) => (PADDED.has(name) ? String(value).padStart(2, '0') : String(value));
}
