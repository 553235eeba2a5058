import type { ConfigProblem } from '../errors/config-error.js';
import type { ConfigSchema } from './apply-schema.js';
import type { Place } from './place.js';

/**
 * One setting, described once: the check of `cms.config.*`, its JSON Schema, `.env.example`, the reference page and the types
 * of the configuration follow. `Written` is what the file holds, `Value` what the runtime uses.
 */
export interface Setting<Written = unknown, Value = unknown> {
  /** The JSON Schema of the key, to which members and entries add theirs; left out where no file holds it. */
  readonly schema?: ConfigSchema;
  /** May be left out, and then there is no value. */
  readonly isOptional?: boolean;
  /** `false` stands for the group with its `enabled` off. */
  readonly isSwitch?: boolean;
  /** The members of a group, by their keys in the file. */
  readonly members?: Members;
  /** Stands for what the file leaves out. */
  readonly absent?: (place: Place) => Value;
  /** The setting that every entry of a list or a record is. */
  readonly entry?: Setting;
  /** The variable of the environment that sets it. */
  readonly variable?: Variable;
  /** The value that the environment gives; null for none. */
  readonly read?: (place: Place) => unknown;
  /** The steps from the content of the file to the value, in this order. */
  readonly steps?: readonly Step[];
  /** Stands for the value where a command only works on the database. */
  readonly idle?: { readonly value: Value };
  /** Carries the types, and is never there. */
  readonly types?: readonly [Written, Value];
}

/** A setting that only the environment can hold, such as a secret. */
export interface VariableSetting<Value> extends Setting<never, Value> {
  readonly variable: Variable;
  readonly read: (place: Place) => unknown;
}

export type Members = Readonly<Record<string, Setting>>;

export interface Variable {
  readonly name: string;
  readonly description: string;
  /** The value that `.env.example` shows behind the name. */
  readonly example: string;
  /** `cms config:show` prints a mask instead of the value. */
  readonly isSecret?: true;
}

export interface At {
  /** Dotted key of the file. */
  readonly key: string;
  readonly place: Place;
  /** Reports what no schema can say. */
  refuse(problems: readonly ConfigProblem[]): void;
}

type Step = (value: unknown, at: At) => unknown;

export interface Optional {
  readonly isOptional: true;
}

export type WrittenOf<One> = One extends { readonly types?: readonly [infer Written, unknown] }
  ? Written
  : never;
export type ValueOf<One> = One extends { readonly types?: readonly [unknown, infer Value] } ? Value : never;

type Camel<Key> = Key extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Key & string;
type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };

/** The values of a group, under the names that the runtime uses. */
export type ValuesOf<Group extends Members> = Flat<
  {
    readonly [Key in keyof Group as Group[Key] extends Optional ? never : Camel<Key>]: ValueOf<Group[Key]>;
  } & {
    readonly [Key in keyof Group as Group[Key] extends Optional ? Camel<Key> : never]?: ValueOf<Group[Key]>;
  }
>;

/** The type of a group in a file. Everything may be left out as far as types go, because the start says what is missing. */
export type WrittenIn<Group extends Members> = {
  readonly [Key in keyof Group as [WrittenOf<Group[Key]>] extends [never] ? never : Key]?: WrittenOf<
    Group[Key]
  >;
};
type WrittenGroup<Group extends Members> = keyof WrittenIn<Group> extends never ? never : WrittenIn<Group>;

/** Options of a leaf; without a default the file must hold it. */
interface Usual<Value> {
  readonly default?: Value;
}

/** A value as its JSON Schema says, `description` included. */
export function described<Value>(schema: ConfigSchema): Setting<Value, Value> {
  return { schema };
}

export interface TextRules extends Usual<string> {
  readonly pattern?: string;
  readonly mayBeEmpty?: true;
}

/** A text, which is not empty unless it may be. */
export function text(description: string, { mayBeEmpty, ...rest }: TextRules = {}): Setting<string, string> {
  const length = mayBeEmpty === true ? {} : { minLength: 1 };
  return described({ type: 'string', description, ...length, ...rest });
}

export function texts(
  description: string,
  usual: readonly string[],
): Setting<readonly string[], readonly string[]> {
  return described({
    type: 'array',
    description,
    items: { type: 'string', minLength: 1 },
    default: usual,
  });
}

/** One text or a list of them. */
export function oneOrMore(
  description: string,
  rules: Pick<ConfigSchema, 'default' | 'minItems' | 'minLength'>,
): Setting<string | readonly string[], readonly string[]> {
  const schema: ConfigSchema = {
    type: ['array', 'string'],
    items: { type: 'string' },
    description,
    ...rules,
  };
  return mapped(described<string | readonly string[]>(schema), (value) => [value].flat());
}

export function integer(
  description: string,
  rules: Usual<number> & { readonly minimum: number; readonly maximum?: number },
): Setting<number, number> {
  return described({ type: 'integer', description, ...rules });
}

export function flag(description: string, usual: boolean): Setting<boolean, boolean> {
  return described({ type: 'boolean', description, default: usual });
}

export function choice<Choice extends string>(
  description: string,
  choices: readonly Choice[],
  rules: Usual<Choice> = {},
): Setting<NoInfer<Choice>, NoInfer<Choice>> {
  return described({ enum: choices, description, ...rules });
}

/** Settings under one key. It may be left out unless one of them is needed. */
export function group<Group extends Members>(
  description: string,
  members: Group,
): Setting<WrittenGroup<Group>, ValuesOf<Group>> {
  const inFile = Object.values(members).filter(({ schema }) => schema !== undefined);
  if (inFile.length === 0) return { members };
  const usual = inFile.some(isRequired) ? {} : { default: {} };
  return { members, schema: { type: 'object', description, ...usual } };
}

/** A group that `false` switches off while it keeps its defaults. */
export function switchable<Group extends Members>(
  description: string,
  members: Group,
  enabled = 'Enables this feature.',
): Setting<boolean | WrittenGroup<Group & Switch>, ValuesOf<Group & Switch>> {
  const whole = group<Group & Switch>(`${description} \`false\` disables it.`, {
    enabled: flag(enabled, true),
    ...members,
  });
  return { ...whole, isSwitch: true, schema: { ...whole.schema, type: ['object', 'boolean'] } };
}
// An interface would have no index signature, which a group asks for.
type Switch = { readonly enabled: Setting<boolean, boolean> };

export function list<Written, Value>(
  description: string,
  entry: Setting<Written, Value>,
): Setting<readonly Written[], readonly Value[]> {
  return { entry, schema: { type: 'array', description, default: [] } };
}

/** Entries under names that the project chooses. */
export function record<Written, Value>(
  description: string,
  entry: Setting<Written, Value>,
): Setting<Readonly<Record<string, Written>>, Readonly<Record<string, Value>>> {
  return { entry, schema: { type: 'object', description, default: {} } };
}

/** Null too, and by default. */
export function nullable<Written, Value>(
  { schema = {}, steps = [], ...rest }: Setting<Written, Value>,
  usual: Written | null = null,
): Setting<Written | null, Value | null> {
  const { type, enum: choices, ...rules } = schema;
  const kind =
    choices === undefined ? { type: [type ?? [], 'null' as const].flat() } : { enum: [...choices, null] };
  return {
    ...rest,
    schema: { ...kind, ...rules, default: usual },
    steps: steps.map(
      (step): Step =>
        (value, at) =>
          value === null ? null : step(value, at),
    ),
  };
}

export function optional<Written, Value>(
  setting: Setting<Written, Value>,
): Setting<Written, Value> & Optional {
  return { ...setting, isOptional: true };
}

/** A group that the file must hold, so that nobody leaves it out by oversight: it has no default of its own. */
export function required<Written, Value>({
  schema = {},
  ...rest
}: Setting<Written, Value>): Setting<Written, Value> {
  return { ...rest, schema: withoutDefault(schema) };
}

/** Has the value checked further. */
export function checked<Written, Value>(
  setting: Setting<Written, Value>,
  check: (value: Value, key: string) => readonly ConfigProblem[],
): Setting<Written, Value> {
  return withStep(setting, (value: Value, { key, refuse }) => {
    refuse(check(value, key));
    return value;
  });
}

/** Makes another value of it, of which the deployment may know something. */
export function mapped<Written, Value, Result>(
  setting: Setting<Written, Value>,
  map: (value: Value, place: Place) => Result,
): Setting<Written, Result> {
  return withStep(setting, (value: Value, { place }) => map(value, place));
}

/** A setting that the file may leave out, with the value that it has then. */
export function otherwise<Written, Value>(
  { schema = {}, ...rest }: Setting<Written, Value>,
  absent: (place: Place) => Value,
): Setting<Written, Value> {
  return { ...rest, schema: withoutDefault(schema), absent, isOptional: true };
}

/** A setting of the file in whose place the environment may give another value. */
export function overridden<Written, Value>(
  setting: Setting<Written, Value>,
  { read, variable }: VariableSetting<Value | null>,
): Setting<Written, Value> {
  return { ...setting, read, variable };
}

/** A setting that only a running service needs; `idle` stands for it where a command works on the database alone. */
export function ofService<Written, Value, Idle extends Value>(
  setting: Setting<Written, Value>,
  idle: Idle,
): Setting<Written, Value> {
  return { ...setting, idle: { value: idle } };
}

/** Whether a file without it stops the start. */
export function isRequired({ schema, isOptional }: Setting): boolean {
  return schema !== undefined && schema.default === undefined && isOptional !== true;
}

export function withoutDefault({ default: _default, ...schema }: ConfigSchema): ConfigSchema {
  return schema;
}

function withStep<Written, Value, Result>(
  { steps = [], idle: _idle, absent: _absent, types: _types, ...rest }: Setting<Written, Value>,
  step: (value: Value, at: At) => Result,
): Setting<Written, Result> {
  // A step gets what the schema and the steps before it made.
  return { ...rest, steps: [...steps, (value, at) => step(value as Value, at)] };
}
