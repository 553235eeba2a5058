import type { Subject } from '../../contract/records/validation.js';
import { VIOLATION_CODES } from '../../contract/records/violation-codes.js';
import { isTimeZoneName } from '../../util/dates/is-time-zone.js';
import { messageOf } from '../../util/text/message-text.js';
import { readText } from './read-value.js';
import { report, type RuleOptions } from './report.js';
import { createTextRule } from './text-rule.js';

/**
 * Options of `dateTime`.
 *
 * @example
 * const minutes: DateTimeOptions = { format: 'Y-m-d H:i' };
 */
export interface DateTimeOptions extends RuleOptions {
  /**
   * Date format. `Y m d H i s v u P p O n j y` are placeholders, everything else is literal. Default: `Y-m-d
   * H:i:s` or ISO 8601.
   */
  readonly format?: string;
}

/**
 * Options of `time`: whether seconds are required or forbidden.
 *
 * @example
 * const minutes: TimeOptions = { withSeconds: false };
 */
export interface TimeOptions extends RuleOptions {
  /** Whether seconds are required (true) or forbidden (false); default: optional. */
  readonly withSeconds?: boolean;
}

/**
 * Requires a date in the format `YYYY-MM-DD`; a `Date` passes (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ day }, { violations }) =>
 *   date({ violations, path: 'day', value: day });
 */
export function date(subject: Subject, options: RuleOptions = {}): void {
  const { value } = subject;
  if (value instanceof Date) return;
  const text = readText(subject);
  if (text === null) return;
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts !== null && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return;
  report(subject, options, {
    message: 'This value is not a valid date.',
    code: parts === null ? VIOLATION_CODES.date : VIOLATION_CODES.noSuchDate,
    parameters: { value: `"${text}"` },
  });
}

/**
 * Requires a date-time in `format`; a `Date` passes, because it has been parsed.
 *
 * @example
 * const validate: Validate = ({ startsAt }, { violations }) =>
 *   dateTime({ violations, path: 'startsAt', value: startsAt });
 */
export function dateTime(subject: Subject, options: DateTimeOptions = {}): void {
  if (!(subject.value instanceof Date)) dateTimeText(subject, options);
}

const dateTimeText = createTextRule<DateTimeOptions>({
  message: 'This value is not a valid datetime.',
  code: VIOLATION_CODES.dateTime,
  hint: ({ format }) =>
    format === undefined
      ? undefined
      : messageOf('Expected a date and time in the format {{ format }}.', { parameters: { format } }),
  isValid(text, { format }) {
    const pattern = format === undefined ? ISO_DATE_TIME : compileFormat(format);
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) return false;
    const { year = '2000', month = '1', day = '1', hour = '0', minute = '0', second = '0' } = groups;
    return (
      isCalendarDay(Number(year), Number(month), Number(day)) &&
      isClockTime(Number(hour), Number(minute), Number(second))
    );
  },
});

/**
 * Requires a time of day in the format `HH:MM` or `HH:MM:SS` (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ opensAt }, { violations }) =>
 *   time({ violations, path: 'opensAt', value: opensAt }, { withSeconds: false });
 */
export function time(subject: Subject, options: TimeOptions = {}): void {
  const text = readText(subject);
  if (text === null) return;
  const { withSeconds } = options;
  const parts = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  const hasForm = parts !== null && (withSeconds ?? parts[3] !== undefined) === (parts[3] !== undefined);
  if (hasForm && isClockTime(Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0))) return;
  report(subject, options, {
    message: 'This value is not a valid time.',
    code: !hasForm ? VIOLATION_CODES.time : VIOLATION_CODES.noSuchTime,
    parameters: { value: `"${text}"` },
    hint: withSeconds === undefined ? undefined : { message: withSeconds ? WITH_SECONDS : WITHOUT_SECONDS },
  });
}

const WITH_SECONDS = 'Expected a time with seconds such as 10:00:30.';
const WITHOUT_SECONDS = 'Expected a time without seconds such as 10:00.';

/**
 * Requires a name of the time zone database, including older names but not offsets.
 *
 * @example
 * const validate: Validate = ({ zone }, { violations }) =>
 *   timezone({ violations, path: 'zone', value: zone });
 */
export const timezone = createTextRule({
  message: 'This value is not a valid timezone.',
  code: '5ce113e6-5e64-4ea2-90fe-d2233956db13',
  isValid: isTimeZoneName,
});

const ISO_DATE_TIME =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})?$/;

const FORMAT_LETTERS: Readonly<Record<string, string>> = {
  Y: '(?<year>\\d{4})',
  y: '\\d{2}',
  m: '(?<month>\\d{2})',
  n: '(?<month>\\d{1,2})',
  d: '(?<day>\\d{2})',
  j: '(?<day>\\d{1,2})',
  H: '(?<hour>\\d{2})',
  i: '(?<minute>\\d{2})',
  s: '(?<second>\\d{2})',
  v: '\\d{3}',
  u: '\\d{1,6}',
  P: '[+-]\\d{2}:\\d{2}',
  p: '(?:Z|[+-]\\d{2}:\\d{2})',
  O: '[+-]\\d{4}',
};

/** Compiles a date format to a pattern; one that repeats a part never matches. */
function compileFormat(format: string): RegExp {
  const source = format.replace(
    /\\(.)|([\s\S])/g,
    (_, escaped: string | undefined, letter: string | undefined) => {
      const part =
        letter === undefined || !Object.hasOwn(FORMAT_LETTERS, letter) ? undefined : FORMAT_LETTERS[letter];
      return part ?? (escaped ?? letter ?? '').replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    },
  );
  try {
    // An empty named group ensures that `groups` exists for every format.
    return new RegExp(`^${source}(?<end>)$`);
  } catch {
    return /(?!)/;
  }
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

function isClockTime(hour: number, minute: number, second: number): boolean {
  return hour < 24 && minute < 60 && second < 60;
}
