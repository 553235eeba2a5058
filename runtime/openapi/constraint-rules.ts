import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from '../kernel/contract/json.js';
import { compileConstraints } from '../kernel/validation/constraint-notation.js';
import { createViolationList } from '../kernel/validation/violation-list.js';
import type { ExampleRules } from './example-input.js';

/** A rule in the notation of schema files: `{ "Length": { "max": 60 } }`. */
type Notation = Readonly<Record<string, JsonObject>>;

export interface ConstraintsOfBody {
  readonly members: Readonly<Record<string, readonly Notation[]>>;
  /** Rules of the record as a whole. */
  readonly record: readonly Notation[];
  /** Validation groups of a new record. */
  readonly groups: readonly string[];
  readonly schema: SchemaObject;
}

/** A fixed date, so that the document does not depend on the day of its creation. */
const MOMENT_OF_EXAMPLES = new Date('2026-01-01T00:00:00Z');

/** Returns the rules of a type for a new record. */
export function constraintRules({ members, record, groups, schema }: ConstraintsOfBody): ExampleRules {
  const scope = { groups: new Set(groups), now: MOMENT_OF_EXAMPLES, user: null, isGranted: () => true };
  const passes = (value: unknown, list: readonly Notation[], object: object): boolean => {
    const violations = createViolationList();
    compileConstraints(list)({ violations, path: '', value }, { ...scope, value, this: object, object });
    return violations.items.length === 0;
  };
  const rulesOf = (member: string): readonly Notation[] => members[member] ?? [];
  const stored = (member: string, value: JsonValue): unknown => {
    const shape = schema.properties?.[member];
    // Checks receive dates as Date objects.
    return shape !== undefined && 'format' in shape && shape.format === 'date-time'
      ? new Date(String(value))
      : value;
  };
  return {
    optionsOf: (member) =>
      rulesOf(member).flatMap((rule) =>
        Object.values(rule).flatMap((options) => Object.values(options).flat() as JsonValue[]),
      ), // no member is undefined
    accepts: (member, value) =>
      rulesOf(member).some(isOfProject) ? undefined : passes(stored(member, value), rulesOf(member), {}),
    acceptsBody(body) {
      const nothing = Object.keys(schema.properties ?? {}).map((name) => [name, null] as const);
      const object = { ...Object.fromEntries(nothing), ...body };
      return !record.some(isOfProject) && passes(object, record, object);
    },
  };
}

/** Returns whether the code of a rule is available in a running service only. */
const isOfProject = (rule: Notation): boolean => 'Callback' in rule;
