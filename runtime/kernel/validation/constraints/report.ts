import type { MessageText } from '../../contract/message.js';
import type { Subject } from '../../contract/records/validation.js';
import { VIOLATION_CODES } from '../../contract/records/violation-codes.js';
import { messageOf } from '../../util/text/message-text.js';

/**
 * Options common to all constraints.
 *
 * @example
 * const friendly: RuleOptions = { message: 'Please fill this in.' };
 */
export interface RuleOptions {
  readonly message?: string;
  readonly payload?: unknown;
}

/**
 * A rule for one value, used inside `all` and `collection`.
 *
 * @example
 * const short: Check = (subject) => length(subject, { max: 80 });
 */
export type Check = (subject: Subject) => void;

/** Target of a violation. */
export type Place = Omit<Subject, 'value'>;

export interface Report {
  /** Default message, unless the schema has its own. */
  readonly message: string;
  readonly code: string;
  /** Values of the `{{ name }}` placeholders. */
  readonly parameters?: Readonly<Record<string, string | Date>>;
  /** Chooses between the two halves of a `one|many` message. */
  readonly count?: number;
  /** Hint that depends on the options of the rule. */
  readonly hint?: MessageText | undefined;
}

/**
 * Adds a violation with its message filled in (components.md section 6); `options` are those of the
 * constraint.
 */
export function report({ violations, path }: Place, options: RuleOptions, entry: Report): void {
  const { payload } = options;
  const { code, parameters = {}, count, hint } = entry;
  const values = count === undefined ? { parameters } : { parameters, count };
  violations.add({
    propertyPath: path,
    ...messageOf(options.message ?? entry.message, values),
    code,
    ...(payload === undefined ? {} : { payload }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/**
 * Reports a value of an unsupported type. Types have been checked before, so only loosely typed values get
 * here.
 */
export function reportType(place: Place, type: string): void {
  report(
    place,
    {},
    {
      message: 'This value should be of type {{ type }}.',
      code: VIOLATION_CODES.type,
      parameters: { type },
    },
  );
}

/** Size limits with optional custom messages. */
export interface SizeOptions extends RuleOptions {
  readonly min?: number;
  readonly max?: number;
  readonly exactly?: number;
  readonly minMessage?: string;
  readonly maxMessage?: string;
  readonly exactMessage?: string;
}

/** A size with the default violations. */
export interface MeasuredSize {
  readonly size: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly violations: Readonly<
    Record<'minMessage' | 'maxMessage' | 'exactMessage', Pick<Report, 'message' | 'code'>>
  >;
}

/** Reports a size outside its limits. */
export function checkSize(subject: Subject, options: SizeOptions, measured: MeasuredSize): void {
  const { size, parameters, violations } = measured;
  const min = options.exactly ?? options.min;
  const max = options.exactly ?? options.max;
  const isShort = min !== undefined && size < min;
  const limit = isShort ? min : max;
  if (limit === undefined || (!isShort && size <= limit)) return;
  const option = min === max ? 'exactMessage' : isShort ? 'minMessage' : 'maxMessage';
  const { message, code } = violations[option];
  report(
    subject,
    { payload: options.payload },
    {
      message: options[option] ?? options.message ?? message,
      code,
      parameters: { ...parameters, limit: String(limit) },
      count: limit,
    },
  );
}
