import type { ConfigProblem } from '../contract/config-problem.js';
import type { ConfigSchema } from './apply-schema.js';
import type { Place } from './place.js';

/**
 * Declares a setting once. The check of `cms.config.*`, its JSON Schema, `.env.example`, the reference page
 * and the configuration types are derived from it. `Written` is the type in the file, `Value` the type at
 * runtime.
 */
export interface Setting<Written = unknown, Value = unknown> {
  /** JSON Schema of the key, extended by members and entries; absent if the file cannot contain it. */
  readonly schema?: ConfigSchema;
  /** Whether it may be omitted without a default. */
  readonly isOptional?: boolean;
  /** Whether `false` is short for the group with `enabled` off. */
  readonly isSwitch?: boolean;
  /** Members of a group, by file key. */
  readonly members?: Members;
  /** Returns the value of an omitted setting. */
  readonly absent?: (place: Place) => Value;
  /** Setting that describes every entry of a list or a record. */
  readonly entry?: Setting;
  /** Environment variable that sets it. */
  readonly variable?: Variable;
  /** Reads the value from the environment; null if it is not set. */
  readonly read?: (place: Place) => unknown;
  /** Conversion steps from the file to the value, in order. */
  readonly steps?: readonly Step[];
  /** Value for commands that only use the database. */
  readonly idle?: { readonly value: Value };
  /** Type carrier without a value. */
  readonly types?: readonly [Written, Value];
}

/** A setting that only the environment can contain, such as a secret. */
export interface VariableSetting<Value> extends Setting<never, Value> {
  readonly variable: Variable;
  readonly read: (place: Place) => unknown;
}

export type Members = Readonly<Record<string, Setting>>;

export interface Variable {
  readonly name: string;
  readonly description: string;
  /** Example value in `.env.example`. */
  readonly example: string;
  /** Masks the value in `cms config:show`. */
  readonly isSecret?: true;
}

export interface At {
  /** Dotted key of the file. */
  readonly key: string;
  readonly place: Place;
  /** Reports problems beyond the schema. */
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

/** Values of a group, under their runtime names. */
export type ValuesOf<Group extends Members> = Flat<
  {
    readonly [Key in keyof Group as Group[Key] extends Optional ? never : Camel<Key>]: ValueOf<Group[Key]>;
  } & {
    readonly [Key in keyof Group as Group[Key] extends Optional ? Camel<Key> : never]?: ValueOf<Group[Key]>;
  }
>;

/** Type of a group in a file. All members are optional, because missing ones are reported at startup. */
export type WrittenIn<Group extends Members> = {
  readonly [Key in keyof Group as [WrittenOf<Group[Key]>] extends [never] ? never : Key]?: WrittenOf<
    Group[Key]
  >;
};
type WrittenGroup<Group extends Members> = keyof WrittenIn<Group> extends never ? never : WrittenIn<Group>;

/** Options of a leaf. Without a default, the file must contain it. */
interface Usual<Value> {
  readonly default?: Value;
}

/** Creates a setting from a JSON Schema, `description` included. */
export function described<Value>(schema: ConfigSchema): Setting<Value, Value> {
  return { schema };
}

export interface TextRules extends Usual<string> {
  readonly pattern?: string;
  readonly mayBeEmpty?: true;
}

/** Creates a text setting, by default not empty. */
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

/** Creates a setting of one text or a list of texts. */
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

/** Groups settings under one key. The group is optional unless one of them is required. */
export function group<Group extends Members>(
  description: string,
  members: Group,
): Setting<WrittenGroup<Group>, ValuesOf<Group>> {
  const inFile = Object.values(members).filter(({ schema }) => schema !== undefined);
  if (inFile.length === 0) return { members };
  const usual = inFile.some(isRequired) ? {} : { default: {} };
  return { members, schema: { type: 'object', description, ...usual } };
}

/** Creates a group that `false` disables while it keeps its defaults. */
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
// A type alias, because interfaces have no implicit index signature, which a group requires.
type Switch = { readonly enabled: Setting<boolean, boolean> };

export function list<Written, Value>(
  description: string,
  entry: Setting<Written, Value>,
): Setting<readonly Written[], readonly Value[]> {
  return { entry, schema: { type: 'array', description, default: [] } };
}

/** Creates a setting of entries under names chosen by the project. */
export function record<Written, Value>(
  description: string,
  entry: Setting<Written, Value>,
): Setting<Readonly<Record<string, Written>>, Readonly<Record<string, Value>>> {
  return { entry, schema: { type: 'object', description, default: {} } };
}

/** Also allows null, the default. */
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

/** Makes a group mandatory in the file, without a default. */
export function required<Written, Value>({
  schema = {},
  ...rest
}: Setting<Written, Value>): Setting<Written, Value> {
  return { ...rest, schema: withoutDefault(schema) };
}

/** Adds a check of the value. */
export function checked<Written, Value>(
  setting: Setting<Written, Value>,
  check: (value: Value, key: string) => readonly ConfigProblem[],
): Setting<Written, Value> {
  return withStep(setting, (value: Value, { key, refuse }) => {
    refuse(check(value, key));
    return value;
  });
}

/** Converts the value, optionally by the environment. */
export function mapped<Written, Value, Result>(
  setting: Setting<Written, Value>,
  map: (value: Value, place: Place) => Result,
): Setting<Written, Result> {
  return withStep(setting, (value: Value, { place }) => map(value, place));
}

/** Makes a setting optional, with a computed default. */
export function otherwise<Written, Value>(
  { schema = {}, ...rest }: Setting<Written, Value>,
  absent: (place: Place) => Value,
): Setting<Written, Value> {
  return { ...rest, schema: withoutDefault(schema), absent, isOptional: true };
}

/** Lets an environment variable override a setting of the file. */
export function overridden<Written, Value>(
  setting: Setting<Written, Value>,
  { read, variable }: VariableSetting<Value | null>,
): Setting<Written, Value> {
  return { ...setting, read, variable };
}

/** Marks a setting that only a running service needs; database commands use `idle`. */
export function ofService<Written, Value, Idle extends Value>(
  setting: Setting<Written, Value>,
  idle: Idle,
): Setting<Written, Value> {
  return { ...setting, idle: { value: idle } };
}

/** Returns whether startup fails without it. */
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
  // A step receives the output of the schema and the previous steps.
  return { ...rest, steps: [...steps, (value, at) => step(value as Value, at)] };
}
