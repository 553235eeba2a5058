import type { MessageText } from '../message.js';

/**
 * A violated rule. `code` is the opaque UUID of the rule kind; null for hand-written rules.
 *
 * @example
 * const taken: Violation = { propertyPath: 'code', message: 'This code is already used.', code: null };
 */
export interface Violation extends MessageText {
  /** Dotted path with `[i]` for list entries; empty for class-level rules. */
  readonly propertyPath: string;
  readonly code: string | null;
  readonly payload?: unknown;
  /** The expected format with an example; default: the hint for this `code`. */
  readonly hint?: MessageText;
}

/**
 * Collects violations in rule order.
 *
 * @example
 * const refuse = (violations: ViolationList): void =>
 *   violations.add({ propertyPath: 'code', message: 'This code is already used.', code: null });
 */
export interface ViolationList {
  readonly items: readonly Violation[];
  add(violation: Violation): void;
}

/**
 * A value under validation and the path of its violations.
 *
 * @example
 * const checkCode = (subject: Subject): void => length(subject, { max: 20 });
 */
export interface Subject {
  readonly violations: ViolationList;
  /** The path, as in `Violation.propertyPath`. */
  readonly path: string;
  readonly value: unknown;
}

/**
 * Data about the caller and the write, for rules.
 *
 * @example
 * const isStrict = ({ groups }: ValidationContext): boolean => groups.has('publish');
 */
export interface ValidationContext {
  readonly groups: ReadonlySet<string>;
  readonly violations: ViolationList;
  /** Time of the write, for `now` and `today` in constraints. */
  readonly now: Date;
  /** Fields of the signed-in user, for `user` in expressions; null for anonymous callers. */
  readonly user: Readonly<Record<string, unknown>> | null;
  isGranted(role: string): boolean;
  /** Custom rules of the project; present for types whose schema files use any. */
  readonly callbacks?: CallbackRun;
}

/** Input of `Callback` rules besides the value. */
export interface CallbackRun {
  readonly constraints: Readonly<Record<string, CallbackConstraint>>;
  /** The resource as it would be stored. */
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * Checks a value synchronously and adds violations to `context.violations`. `value` is the field's value, or
 * the whole resource for a class-level rule.
 *
 * @example
 * const even: CallbackConstraint = (value, { violations, path, message }) => {
 *   if (Number(value) % 2 !== 0) violations.add({ propertyPath: path, message, code: null });
 * };
 */
export type CallbackConstraint = (
  value: unknown,
  context: ValidationContext & {
    /** The resource as it would be stored. */
    readonly object: Readonly<Record<string, unknown>>;
    /** Path of its violations: the field, or empty. */
    readonly path: string;
    /** The `message` of the schema file, or a default. */
    readonly message: string;
  },
) => void;

/**
 * Generated checks of one type. `value` is the state after the merge, by field name: date-times as `Date`;
 * dates, times and decimals as strings; relations as `Reference | null` or `Reference[]`. JSON types have
 * been checked before, so each value has its declared type.
 *
 * @example
 * const validate: Validate = ({ title }, { violations }) => notBlank({ violations, path: 'title', value: title });
 */
export type Validate = (value: Readonly<Record<string, unknown>>, context: ValidationContext) => void;
