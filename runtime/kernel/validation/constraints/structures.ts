import type { Subject } from '../../contract/records/validation.js';
import type { Expression, Scope } from '../../expression/expression.js';
import { isTruthy } from '../../expression/evaluate-expression.js';
import { isPlainObject } from './read-value.js';
import { report, reportType, type Check, type RuleOptions } from './report.js';

/**
 * Options of `all`: the constraints of each element.
 *
 * @example
 * const shortEach: AllOptions = { each: (subject) => length(subject, { max: 80 }) };
 */
export interface AllOptions extends RuleOptions {
  /** Constraints to run on each element. */
  readonly each: Check;
}

/**
 * Options of `collection`: members of the object, and messages for extra and missing ones.
 *
 * @example
 * const address: CollectionOptions = { fields: { city: { check: (subject) => notBlank(subject) } } };
 */
export interface CollectionOptions extends RuleOptions {
  readonly fields: Readonly<Record<string, CollectionField>>;
  readonly allowExtraFields?: boolean;
  readonly allowMissingFields?: boolean;
  readonly extraFieldsMessage?: string;
  readonly missingFieldsMessage?: string;
}

/**
 * Constraints of one member, which may be missing if it is optional.
 *
 * @example
 * const city: CollectionField = { check: (subject) => notBlank(subject), optional: true };
 */
export interface CollectionField {
  readonly check?: Check;
  readonly optional?: boolean;
}

/**
 * Options of `expression`.
 *
 * @example
 * const ownOnly: ExpressionOptions = { rule: parseExpression('this.owner == user') };
 */
export interface ExpressionOptions extends RuleOptions {
  readonly rule: Expression;
  /** Whether the expression must be false. */
  readonly negate?: boolean;
}

/**
 * Runs the inner constraints on every element, with paths like `list[0]`.
 *
 * @example
 * const validate: Validate = ({ tags }, { violations }) =>
 *   all({ violations, path: 'tags', value: tags }, { each: (subject) => length(subject, { max: 20 }) });
 */
export function all(subject: Subject, options: AllOptions): void {
  const { violations, path, value } = subject;
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((entry: unknown, index) =>
      options.each({ violations, path: `${path}[${index}]`, value: entry }),
    );
    return;
  }
  if (!isPlainObject(value)) return reportType(subject, 'array');
  for (const [key, entry] of Object.entries(value)) {
    options.each({ violations, path: `${path}[${key}]`, value: entry });
  }
}

/**
 * Checks an object with known members, each with its own constraints.
 *
 * @example
 * const validate: Validate = ({ address }, { violations }) =>
 *   collection({ violations, path: 'address', value: address }, { fields: { city: { check: (subject) => notBlank(subject) } } });
 */
export function collection(subject: Subject, options: CollectionOptions): void {
  const { violations, path, value } = subject;
  if (value === null || value === undefined) return;
  if (!isPlainObject(value)) return reportType(subject, 'object');
  const { payload } = options;
  for (const [name, field] of Object.entries(options.fields ?? {})) {
    const memberPath = joinPath(path, name);
    if (Object.hasOwn(value, name)) field.check?.({ violations, path: memberPath, value: value[name] });
    else if (field.optional !== true && options.allowMissingFields !== true) {
      report(
        { violations, path: memberPath },
        { payload },
        {
          message: options.missingFieldsMessage ?? 'This field is missing.',
          code: '2fa2158c-2a7f-484b-98aa-975522539ff8',
          parameters: { field: `"${name}"` },
        },
      );
    }
  }
  if (options.allowExtraFields === true) return;
  for (const name of Object.keys(value).filter((key) => !Object.hasOwn(options.fields ?? {}, key))) {
    report(
      { violations, path: joinPath(path, name) },
      { payload },
      {
        message: options.extraFieldsMessage ?? 'This field was not expected.',
        code: '7703c766-b5d5-4cef-ace7-ae0dd82304e9',
        parameters: { field: `"${name}"` },
      },
    );
  }
}

/**
 * Requires `rule` to hold for the value and `scope` (components.md section 11.5); null is not skipped.
 *
 * @example
 * const validate: Validate = (object, { violations, user, isGranted }) =>
 *   expression(
 *     { violations, path: 'seats', value: object.seats },
 *     { object, user, isGranted },
 *     { rule: parseExpression('this.seats < 100') },
 *   );
 */
export function expression(subject: Subject, scope: Omit<Scope, 'value'>, options: ExpressionOptions): void {
  if (isTruthy(options.rule, { ...scope, value: subject.value }) !== (options.negate ?? false)) return;
  report(subject, options, {
    message: 'This value is not valid.',
    code: '6b3befbc-2f01-4ddf-be21-b57898905284',
  });
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
