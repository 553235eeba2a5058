import type { FormFieldDefinition } from '../../../../extension-points/forms/form-definition.js';
import { isCalendarDay } from '../../../../kernel/util/dates/parse-date-time.js';
import { isUuid } from '../../../../kernel/util/is-uuid.js';
import { type Conversion, NOT_CONVERTIBLE } from './conversion.js';
import { DATE_INTERVAL } from './date-interval.js';
import { integerConversion, moneyConversion, numberConversion, percentConversion } from './numbers.js';

/** `2026-11-23`, within the years that every database supports. */
const DATE: Conversion = {
  toView: (data) => /^\d{4}-\d{2}-\d{2}/.exec(momentText(data))?.[0] ?? '',
  toData: (text) => (isDate(text) ? text : NOT_CONVERTIBLE),
};

/** `2026-W47`: an ISO 8601 week; years have 52 or 53. */
const WEEK: Conversion = {
  toView: (data) => (typeof data === 'string' && isWeek(data) ? data : ''),
  toData: (text) => (isWeek(text) ? text : NOT_CONVERTIBLE),
};

const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?$/;
const SHOWN_TIME = /(?:^|\d[T ])((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:\.\d+)?$/;
const ZONE = /:\d{2}(?:\.\d+)?\s?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** 128 bits in Crockford's base 32; the first of the 26 characters encodes three of them. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** UUIDs are displayed in lower case, as databases return them. */
const UUID_TEXT: Conversion = {
  toView: (data) => (isUuid(data) ? data.toLowerCase() : ''),
  toData: (text) => (isUuid(text) ? text.toLowerCase() : NOT_CONVERTIBLE),
};

/** ULIDs are displayed in upper case, which is their canonical form. */
const ULID_TEXT: Conversion = {
  toView: (data) => (typeof data === 'string' && ULID.test(data) ? data.toUpperCase() : ''),
  toData: (text) => (ULID.test(text) ? text.toUpperCase() : NOT_CONVERTIBLE),
};

/** Matches URLs with a scheme, paths, and mail addresses, which get no default protocol. */
const COMPLETE = /^(?:[/.]|[\w+.-]+:\/\/|[^:/?@#]+@)/;

const CONVERSIONS: ReadonlyMap<string, (field: FormFieldDefinition) => Conversion | undefined> = new Map([
  ['integer', integerConversion],
  ['number', numberConversion],
  ['money', moneyConversion],
  ['percent', percentConversion],
  ['url', urlConversion],
  ['date', () => DATE],
  ['birthday', () => DATE],
  ['datetime', dateTimeConversion],
  ['time', timeConversion],
  ['week', () => WEEK],
  ['dateinterval', () => DATE_INTERVAL],
  ['uuid', () => UUID_TEXT],
  ['ulid', () => ULID_TEXT],
]);

/**
 * Creates the conversion of a field from its definition (components.md section 5.5); undefined if the text itself is
 * the data.
 * @throws InternalError for an invalid `rounding_mode`, `scale` or `divisor`.
 */
export function conversionOf(type: string, field: FormFieldDefinition): Conversion | undefined {
  return CONVERSIONS.get(type)?.(field);
}

/** Adds the `default_protocol` to a URL without scheme; undefined for a field without one. */
function urlConversion({ default_protocol: protocol }: FormFieldDefinition): Conversion | undefined {
  if (protocol === undefined || protocol === null || protocol === '') return undefined;
  return {
    toView: (data) => (typeof data === 'string' ? data : ''),
    toData: (text) => (COMPLETE.test(text) ? text : `${protocol}://${text}`),
  };
}

/** Displayed as `2026-11-23T09:30`, with seconds if the field has them. The data always includes seconds. */
function dateTimeConversion(field: FormFieldDefinition): Conversion {
  const clock = timeConversion(field);
  return {
    toView: (data) => {
      const [day, time] = [DATE.toView(data), clock.toView(data)];
      if (day === '') return '';
      return `${day}T${time === '' ? clock.toView('00:00:00') : time}`;
    },
    toData: (text) => {
      const [, day = '', time = ''] = /^([^T ]*)[T ](.*)$/s.exec(text) ?? [];
      const seconds = clock.toData(time);
      return isDate(day) && seconds !== NOT_CONVERTIBLE ? `${day}T${String(seconds)}` : NOT_CONVERTIBLE;
    },
  };
}

/**
 * Displayed as `09:30`, with seconds if the field has them. The data always includes seconds. A field without seconds
 * accepts and drops them, so that the displayed value is the stored one.
 */
function timeConversion({ with_seconds: withSeconds = false }: FormFieldDefinition): Conversion {
  return {
    toView: (data) => {
      const [, minutes = '', seconds = ':00'] = SHOWN_TIME.exec(momentText(data)) ?? [];
      return minutes !== '' && withSeconds ? `${minutes}${seconds}` : minutes;
    },
    toData: (text) => {
      const [, minutes, seconds = ':00'] = TIME.exec(text) ?? [];
      if (minutes === undefined) return NOT_CONVERTIBLE;
      return `${minutes}${withSeconds ? seconds : ':00'}`;
    },
  };
}

/**
 * Returns a date, a time, or both as text without a zone; points in time are displayed in UTC. Empty for other values.
 */
function momentText(data: unknown): string {
  if (typeof data === 'string' && !ZONE.test(data)) return data;
  const moment = data instanceof Date ? data : new Date(typeof data === 'string' ? data : NaN);
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 19);
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isCalendarDay(text);
}

function isWeek(text: string): boolean {
  const [, year = 0, week = 0] = (/^(\d{4})-W(\d{2})$/.exec(text) ?? []).map(Number);
  return year >= 1 && week >= 1 && week <= weeksOf(year);
}

/**
 * Returns the number of weeks in a year. It is 53 if the year ends on a Thursday, or is a leap year that ends on a
 * Friday.
 */
function weeksOf(year: number): number {
  const dayOfEnd = (of: number): number =>
    (of + Math.floor(of / 4) - Math.floor(of / 100) + Math.floor(of / 400)) % 7;
  return dayOfEnd(year) === 4 || dayOfEnd(year - 1) === 3 ? 53 : 52;
}
