import type { MessageText } from '../../contract/message.js';
import type { Subject } from '../../contract/records/validation.js';
import { VIOLATION_CODES } from '../../contract/records/violation-codes.js';
import { messageOf } from '../../util/text/message-text.js';
import { canonicalJson } from './canonical-json.js';
import { formatValue, isPlainObject } from './read-value.js';
import {
  checkSize,
  report,
  reportType,
  type MeasuredSize,
  type RuleOptions,
  type SizeOptions,
} from './report.js';

/**
 * Options of `choice`: the allowed values, and how many may be chosen.
 *
 * @example
 * const colours: ChoiceOptions = { choices: ['red', 'blue'], multiple: true, max: 2 };
 */
export interface ChoiceOptions extends RuleOptions {
  readonly choices: readonly unknown[];
  readonly multiple?: boolean;
  /** Whether the value must be one of the choices (default) or must not be. */
  readonly match?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly multipleMessage?: string;
  readonly minMessage?: string;
  readonly maxMessage?: string;
}

/**
 * Options of `unique`.
 *
 * @example
 * const byEmail: UniqueOptions = { fields: 'email' };
 */
export interface UniqueOptions extends RuleOptions {
  /** Limits the comparison to these members of each element. */
  readonly fields?: string | readonly string[];
}

/**
 * Requires one of the choices, compared strictly: `"1"` is not `1` (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ colour }, { violations }) =>
 *   choice({ violations, path: 'colour', value: colour }, { choices: ['red', 'blue'] });
 */
export function choice(subject: Subject, options: ChoiceOptions): void {
  const { value } = subject;
  if (value === null || value === undefined) return;
  const choices = options.choices ?? [];
  const isValid = (entry: unknown): boolean =>
    choices.some((one) => one === entry) === (options.match ?? true);
  const parameters = { choices: choices.map(formatValue).join(', ') };
  if (options.multiple === true) {
    chooseMany(subject, { options, isValid, parameters });
    return;
  }
  if (isValid(value)) return;
  report(subject, options, {
    message: 'The value you selected is not a valid choice.',
    code: VIOLATION_CODES.choice,
    parameters: { ...parameters, value: formatValue(value) },
    hint: choicesHint(options),
  });
}

/** Maximum number of choices to list in a hint. */
const MOST_LISTED = 20;

function choicesHint({ choices = [], match = true }: ChoiceOptions): MessageText | undefined {
  if (!match || choices.length === 0 || choices.length > MOST_LISTED) return undefined;
  const listed = choices.map(formatValue).join(', ');
  return messageOf('Expected one of: {{ choices }}.', { parameters: { choices: listed } });
}

interface Selection {
  readonly options: ChoiceOptions;
  readonly isValid: (entry: unknown) => boolean;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reports at most one violation: an invalid entry first, then too few, then too many. */
function chooseMany(subject: Subject, { options, isValid, parameters }: Selection): void {
  const { value } = subject;
  if (!Array.isArray(value)) return reportType(subject, 'array');
  const { payload } = options;
  const bad: unknown = value.find((entry) => !isValid(entry));
  if (bad !== undefined) {
    return report(
      subject,
      { payload },
      {
        message: options.multipleMessage ?? options.message ?? 'One or more of the given values is invalid.',
        code: VIOLATION_CODES.choice,
        parameters: { ...parameters, value: formatValue(bad) },
        hint: choicesHint(options),
      },
    );
  }
  if (options.min !== undefined && value.length < options.min) {
    return report(
      subject,
      { payload },
      {
        message:
          options.minMessage ??
          'You must select at least {{ limit }} choice.|You must select at least {{ limit }} choices.',
        code: '11edd7eb-5872-4b6e-9f12-89923999fd0e',
        parameters: { ...parameters, limit: String(options.min) },
        count: options.min,
      },
    );
  }
  if (options.max === undefined || value.length <= options.max) return;
  report(
    subject,
    { payload },
    {
      message:
        options.maxMessage ??
        'You must select at most {{ limit }} choice.|You must select at most {{ limit }} choices.',
      code: '9bd98e49-211c-433f-8630-fd1c2d0f08c3',
      parameters: { ...parameters, limit: String(options.max) },
      count: options.max,
    },
  );
}

/**
 * Limits the number of elements of a list or members of an object (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ tags }, { violations }) => count({ violations, path: 'tags', value: tags }, { max: 5 });
 */
export function count(subject: Subject, options: SizeOptions): void {
  const { value } = subject;
  if (value === null || value === undefined) return;
  const elements = Array.isArray(value) ? value : isPlainObject(value) ? Object.keys(value) : undefined;
  if (elements === undefined) return reportType(subject, 'array');
  const size = elements.length;
  checkSize(subject, options, { size, parameters: { count: String(size) }, violations: COUNT_VIOLATIONS });
}

const COUNT_VIOLATIONS: MeasuredSize['violations'] = {
  exactMessage: {
    message:
      'This collection should contain exactly {{ limit }} element.|This collection should contain exactly {{ limit }} elements.',
    code: '9fe5d43f-3784-4ece-a0e1-473fc02dadbc',
  },
  minMessage: {
    message:
      'This collection should contain {{ limit }} element or more.|This collection should contain {{ limit }} elements or more.',
    code: 'bef8e338-6ae5-4caf-b8e2-50e7b0579e69',
  },
  maxMessage: {
    message:
      'This collection should contain {{ limit }} element or less.|This collection should contain {{ limit }} elements or less.',
    code: '756b1212-697c-468d-a9ad-50dd783bb169',
  },
};

/**
 * Requires distinct list elements (components.md section 6).
 *
 * @example
 * const validate: Validate = ({ tags }, { violations }) => unique({ violations, path: 'tags', value: tags });
 */
export function unique(subject: Subject, options: UniqueOptions = {}): void {
  const { value } = subject;
  if (value === null || value === undefined) return;
  if (!Array.isArray(value)) return reportType(subject, 'array');
  const fields = typeof options.fields === 'string' ? [options.fields] : options.fields;
  const seen = new Set(value.map((entry: unknown) => canonicalJson(select(entry, fields))));
  if (seen.size === value.length) return;
  report(subject, options, {
    message: 'This collection should contain only unique elements.',
    code: '7911c98d-b845-4da0-94b7-a8dac36bc55a',
  });
}

function select(entry: unknown, fields: readonly string[] | undefined): unknown {
  if (fields === undefined || !isPlainObject(entry)) return entry;
  return fields.map((field) => (Object.hasOwn(entry, field) ? (entry[field] ?? null) : null));
}
