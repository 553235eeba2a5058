import type { JsonObject, JsonValue } from '../contract/json.js';
import type { Subject, Violation } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import { parseDateTime } from '../util/dates/parse-date-time.js';
import { isUuid } from '../util/is-uuid.js';
import { isJsonObject } from '../util/json-object.js';
import { isStorableText } from '../util/text/storable-text.js';
import { choice, count, length, notBlank, notNull, range } from '../validation/constraints/index.js';
import { createViolationList } from '../validation/violation-list.js';
import { wrongType } from '../validation/wrong-type.js';

/** Path of a value that is read, and its violations. */
export interface Reading extends Omit<Subject, 'value'> {
  readonly now: Date;
}

/** Violation without its path. */
export type Problem = Omit<Violation, 'propertyPath'>;

/**
 * Value of a body or query: its JSON Schema and its reader, so that each limit is declared once.
 *
 * @example
 * const slug: Member<string> = members.text({ minLength: 1, maxLength: 100 });
 */
export interface Member<Value> {
  readonly schema: JsonObject;
  /** Whether it may be absent. */
  readonly isOptional?: true;
  /** Whether an invalid or absent value is read as undefined, without a violation. */
  readonly isLenient?: true;
  /** Converts the text of a query parameter to JSON; default: the text itself. */
  fromText?(text: string): JsonValue;
  /** Reads a value; undefined if it is absent. The result is ignored if there are violations. */
  read(value: JsonValue | undefined, reading: Reading): Value | undefined;
}

/** Member whose value can be undefined. */
export interface MaybeMember<Value> extends Member<Value> {
  readonly maybe: true;
}

/**
 * Members of an object by name.
 *
 * @example
 * const filters: Members = { page: members.optional(members.integer({ minimum: 1 })) };
 */
export type Members = Readonly<Record<string, Member<unknown>>>;

/**
 * Values of members by name.
 *
 * @example
 * const filters = { name: members.text(), tags: members.list(members.text()) };
 * const describe = ({ name, tags }: ValuesOf<typeof filters>): string => `${name}: ${tags.join(', ')}`;
 */
export type ValuesOf<Declared extends Members> = {
  readonly [Name in keyof Declared]: Declared[Name] extends MaybeMember<infer Value>
    ? Value | undefined
    : Declared[Name] extends Member<infer Value>
      ? Value
      : never;
};

interface Described {
  readonly description?: string;
}

/** Creates a member from its schema and a function that converts its values; undefined for an invalid value. */
function memberOf<Value>(
  schema: JsonObject,
  convert: (value: JsonValue, reading: Reading) => Value | undefined,
  problem: Problem,
): Member<Value> {
  return {
    schema,
    read(value, reading) {
      if (value === undefined || value === null) return void notNull({ ...reading, value });
      const converted = convert(value, reading);
      if (converted === undefined) reportAt(reading, problem);
      return converted;
    },
  };
}

/** Adds a check of valid values, which reports its violations. */
const constrained = <Value>(
  member: Member<Value>,
  check: (subject: Subject & { readonly value: Value; readonly now: Date }) => void,
): Member<Value> => ({
  ...member,
  read(sent, reading) {
    const before = reading.violations.items.length;
    const value = member.read(sent, reading);
    if (value !== undefined && reading.violations.items.length === before) check({ ...reading, value });
    return value;
  },
});

const reportAt = ({ violations, path }: Omit<Reading, 'now'>, problem: Problem): void =>
  violations.add({ propertyPath: path, ...problem });

const limits = (min: number | undefined, max: number | undefined) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

const textIn = (value: JsonValue): string | undefined => (typeof value === 'string' ? value : undefined);

/** Text with limits in characters. If it has a minimum, it must not be blank. */
export function text(
  options: Described & {
    readonly minLength?: number;
    readonly maxLength?: number;
    /** Documented format, which is not validated. */
    readonly format?: string;
  } = {},
): Member<string> {
  const { minLength, maxLength } = options;
  const whole = memberOf({ type: 'string', ...options }, textIn, wrongType('string'));
  const limited = constrained(whole, (subject) => length(subject, limits(minLength, maxLength)));
  const storable = checked(limited, (value) => (isStorableText(value) ? undefined : NOT_STORABLE));
  if (minLength === undefined) return storable;
  return {
    ...storable,
    read: (value, reading) =>
      value === '' || value == null ? void notBlank({ ...reading, value }) : storable.read(value, reading),
  };
}

const NOT_STORABLE: Problem = { message: 'This value is not valid.', code: null };

/** IRI of a record as text, which the handler resolves. */
export const iri = (options: Described = {}): Member<string> => text({ format: 'iri-reference', ...options });

/** One of several texts. */
export const oneOf = <const Value extends string>(
  values: readonly Value[],
  options: Described = {},
): Member<Value> => {
  // The check reports every other value.
  const whole = memberOf(
    { type: 'string', enum: [...values], ...options },
    (value) => value as Value,
    wrongType('string'),
  );
  return constrained(whole, (subject) => choice(subject, { choices: values }));
};

/** Integer, optionally within a range. */
export function integer(
  options: Described & { readonly minimum?: number; readonly maximum?: number } = {},
): Member<number> {
  const numberIn = (value: JsonValue) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
  const whole = memberOf({ type: 'integer', ...options }, numberIn, wrongType('int'));
  return {
    ...constrained(whole, (subject) => range(subject, limits(options.minimum, options.maximum))),
    fromText: (sent) => (/^-?(?:0|[1-9]\d*)$/.test(sent) ? Number(sent) : sent),
  };
}

/** Boolean; `true` or `false` in a query. */
export const boolean = (options: Described = {}): Member<boolean> => ({
  ...memberOf(
    { type: 'boolean', ...options },
    (value) => (typeof value === 'boolean' ? value : undefined),
    wrongType('bool'),
  ),
  fromText: (sent) => (sent === 'true' || sent === 'false' ? sent === 'true' : sent),
});

/** ISO 8601 date or date-time, read as a date. */
export const dateTime = (options: Described = {}): Member<Date> =>
  memberOf(
    { type: 'string', format: 'date-time', ...options },
    (value, { now }) => (typeof value === 'string' ? parseDateTime(value, now) : undefined),
    { message: 'This value is not a valid datetime.', code: VIOLATION_CODES.dateTime },
  );

/** UUID, read in lower case. */
export const uuid = (options: Described = {}): Member<string> =>
  memberOf(
    { type: 'string', format: 'uuid', ...options },
    (value) => (isUuid(value) ? value.toLowerCase() : undefined),
    { message: 'This value is not a valid UUID.', code: VIOLATION_CODES.uuid },
  );

/** Value of a custom form; `convert` returns undefined for an invalid value. */
export const custom = <Value>(
  schema: JsonObject,
  convert: (value: JsonValue, reading: Reading) => Value | undefined,
  problem: Problem = NOT_STORABLE,
): Member<Value> => memberOf(schema, convert, problem);

/** Object with any members. */
export const anyObject = (schema: JsonObject = {}): Member<JsonObject> =>
  memberOf(
    { type: 'object', ...schema },
    (value) => (isJsonObject(value) ? value : undefined),
    wrongType('object'),
  );

/** Object with declared members; others are ignored. */
export function object<Declared extends Members>(
  members: Declared,
  options: JsonObject = {},
): Member<ValuesOf<Declared>> {
  const entries = Object.entries(members);
  const required = entries.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name);
  const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  const whole = anyObject({ ...(required.length === 0 ? {} : { required }), properties, ...options });
  return {
    schema: whole.schema,
    read(value, reading) {
      const sent = whole.read(value, reading);
      return sent === undefined ? undefined : readMembers(members, sent, reading);
    },
  };
}

/** List of values of one kind. */
export function list<Value>(
  item: Member<Value>,
  options: Described & { readonly minItems?: number; readonly maxItems?: number } = {},
): Member<readonly Value[]> {
  const itemsIn = (value: JsonValue): readonly JsonValue[] | undefined =>
    Array.isArray(value) ? value : undefined;
  const schema = { type: 'array', ...options, items: item.schema };
  const whole = constrained(memberOf(schema, itemsIn, wrongType('array')), (subject) =>
    count(subject, limits(options.minItems, options.maxItems)),
  );
  return {
    schema,
    read(value, reading) {
      const before = reading.violations.items.length;
      const items = whole.read(value, reading) ?? [];
      // Nothing in a list that is too long is read.
      if (reading.violations.items.length > before) return undefined;
      const read = (one: JsonValue, index: number) =>
        item.read(one, { ...reading, path: `${reading.path}[${index}]` });
      return items.map(read) as readonly Value[]; // undefined only with a violation
    },
  };
}

/** Reads an absent value as undefined. */
export const optional = <Value>(member: Member<Value>): MaybeMember<Value> => ({
  ...member,
  ...{ maybe: true, isOptional: true },
  read: (value, reading) => (value === undefined ? undefined : member.read(value, reading)),
});

/** Accepts null. A merge patch distinguishes null from an absent member with `optional(nullable(...))`. */
export const nullable = <Value>(member: Member<Value>): Member<Value | null> => ({
  ...member,
  schema: { ...member.schema, type: [String(member.schema.type), 'null'] },
  read: (value, reading) => (value === null ? null : member.read(value, reading)),
});

/** Reads an absent or invalid value as undefined; the handler responds to it. */
export const lenient = <Value>(member: Member<Value>): MaybeMember<Value> => ({
  ...member,
  ...{ maybe: true, isLenient: true },
  read(value, reading) {
    const violations = createViolationList();
    const read = member.read(value, { ...reading, violations });
    return violations.items.length === 0 ? read : undefined;
  },
});

/** Adds a rule of a feature for valid values. It returns a problem or undefined. */
export const checked = <Value>(
  member: Member<Value>,
  rule: (value: Value, now: Date) => Problem | undefined,
): Member<Value> =>
  constrained(member, ({ value, now, ...place }) => {
    const problem = rule(value, now);
    if (problem !== undefined) reportAt(place, problem);
  });

/** Reports one message for every absent or invalid value. */
export const worded = <Value>(member: Member<Value>, message: string): Member<Value> => ({
  ...member,
  read(value, reading) {
    const violations = createViolationList();
    const read = member.read(value, { ...reading, violations });
    if (violations.items.length > 0) reportAt(reading, { message, code: null });
    return read;
  },
});

/** Reads all members of an object and reports every violation. */
export function readMembers<Declared extends Members>(
  members: Declared,
  sent: JsonObject,
  reading: Reading,
): ValuesOf<Declared> {
  const read = Object.entries(members).map(([name, member]) => {
    const path = reading.path === '' ? name : `${reading.path}.${name}`;
    return [name, member.read(Object.hasOwn(sent, name) ? sent[name] : undefined, { ...reading, path })];
  });
  return Object.fromEntries(read) as ValuesOf<Declared>; // each member read its value
}

/**
 * Members for features of projects, such as `members.text({ maxLength: 100 })`.
 *
 * @example
 * const body = jsonBody({ name: members.text({ maxLength: 100 }), tags: members.list(members.text()) });
 */
export const members = {
  ...{ text, iri, oneOf, integer, boolean, dateTime, uuid, anyObject, object, list, custom },
  ...{ optional, nullable, lenient, checked, worded },
};
