import type { MessageText } from '../message.js';
/** One broken rule. `code` is the opaque UUID of the rule kind, null for hand-written rules. */
export interface Violation extends MessageText {
    /** Dotted path with `[i]` for list entries; empty for class-level rules. */
    readonly propertyPath: string;
    readonly code: string | null;
    readonly payload?: unknown;
    /** The form that is expected, with an example; default: what rules of this `code` expect. */
    readonly hint?: MessageText;
}
/** Collects violations in the order the rules run. */
export interface ViolationList {
    readonly items: readonly Violation[];
    add(violation: Violation): void;
}
/** A value that rules look at, and where what they find belongs. */
export interface Subject {
    readonly violations: ViolationList;
    /** The path, as in `Violation.propertyPath`. */
    readonly path: string;
    readonly value: unknown;
}
/** Facts about the caller and the write for rules. */
export interface ValidationContext {
    readonly groups: ReadonlySet<string>;
    readonly violations: ViolationList;
    /** The moment of the write, for `now` and `today` in constraints. */
    readonly now: Date;
    /** Fields of the signed-in user for `user` in expressions; null for anonymous callers. */
    readonly user: Readonly<Record<string, unknown>> | null;
    isGranted(role: string): boolean;
    /** The project's own rules with the resource they look at; there for types whose schema files name any. */
    readonly callbacks?: CallbackRun;
}
/** The input of `Callback` rules besides their value. */
export interface CallbackRun {
    readonly constraints: Readonly<Record<string, CallbackConstraint>>;
    /** The resource as it would be stored. */
    readonly object: Readonly<Record<string, unknown>>;
}
/**
 * Adds violations to `context.violations` before it returns: a check cannot wait for anything. `value` is the checked
 * member, or the whole resource for a class-level one.
 */
export type CallbackConstraint = (value: unknown, context: ValidationContext & {
    /** The resource as it would be stored. */
    readonly object: Readonly<Record<string, unknown>>;
    /** The path of its violations: the member, or empty. */
    readonly path: string;
    /** The `message` of the schema file, or a general one. */
    readonly message: string;
}) => void;
/**
 * Straight-line checks of one type. `value` is the state after the merge, keyed by member name: date-times as `Date`,
 * dates and times as strings, decimals as strings, relations as `Reference | null`, to-many relations as `Reference[]`.
 * JSON types were checked before, so a check never meets a value of the wrong type.
 */
export type Validate = (value: Readonly<Record<string, unknown>>, context: ValidationContext) => void;
