/** The JSON Schema keywords used by `cms.config.schema.json`; a test keeps the file within them. */
export interface ConfigSchema {
  readonly type?: TypeName | readonly TypeName[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: ConfigSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ConfigSchema>>;
  /** Schema of keys without a description; false if there are none. */
  readonly additionalProperties?: false | ConfigSchema;
}

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A value that does not match its schema. */
export type DriftItem =
  /** A missing or unknown key of the object at `path`. */
  | {
      readonly kind: 'missing' | 'unknown';
      readonly path: readonly string[];
      readonly key: string;
      readonly schema: ConfigSchema;
    }
  | (BrokenRule & {
      readonly path: readonly string[];
      readonly value: unknown;
      readonly schema: ConfigSchema;
    });

export interface BrokenRule {
  readonly kind: 'type' | 'enum' | 'empty' | 'range' | 'pattern';
  /** Rule text, such as `must be string`. */
  readonly rule: string;
}

/**
 * Fills in defaults in place and reports every schema violation. Handwritten for the few keywords of one
 * file. A general validator compiles schemas to code first, which costs each command a tenth of a second (ADR
 * 33).
 */
export function applySchema(
  value: unknown,
  schema: ConfigSchema,
  path: readonly string[] = [],
): readonly DriftItem[] {
  const broken = brokenRules(value, schema).map((rule): DriftItem => ({ ...rule, path, value, schema }));
  if (broken.some(({ kind }) => kind === 'type')) return broken;
  if (Array.isArray(value)) return [...broken, ...applyToItems(value, schema, path)];
  return isRecord(value) ? [...broken, ...applyToMembers(value, schema, path)] : broken;
}

/** Returns the keywords that the value itself violates. */
function brokenRules(value: unknown, schema: ConfigSchema): readonly BrokenRule[] {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length > 0 && !types.some((type) => hasType(value, type)))
    return [
      { kind: 'type', rule: `must be ${types.join(',')}` },
      ...(typeof value === 'number' ? outOfRange(value, schema) : []),
    ];
  const broken: BrokenRule[] = [];
  if (schema.enum?.includes(value) === false)
    broken.push({ kind: 'enum', rule: `must be one of ${schema.enum.join(', ')}` });
  if (typeof value === 'string') {
    const { minLength = 0, pattern } = schema;
    if (value.length < minLength) broken.push({ kind: 'empty', rule: 'must have a character' });
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
      broken.push({ kind: 'pattern', rule: `must match pattern "${pattern}"` });
  }
  if (typeof value === 'number') broken.push(...outOfRange(value, schema));
  if (Array.isArray(value) && value.length < (schema.minItems ?? 0))
    broken.push({ kind: 'empty', rule: 'must have an item' });
  return broken;
}

function outOfRange(
  value: number,
  { minimum = -Infinity, maximum = Infinity }: ConfigSchema,
): readonly BrokenRule[] {
  return [
    ...(value < minimum ? [{ kind: 'range', rule: `must be >= ${minimum}` } as const] : []),
    ...(value > maximum ? [{ kind: 'range', rule: `must be <= ${maximum}` } as const] : []),
  ];
}

function applyToItems(
  list: readonly unknown[],
  { items }: ConfigSchema,
  path: readonly string[],
): readonly DriftItem[] {
  if (items === undefined) return [];
  return list.flatMap((item, index) => applySchema(item, items, [...path, String(index)]));
}

function applyToMembers(
  record: Record<string, unknown>,
  schema: ConfigSchema,
  path: readonly string[],
): readonly DriftItem[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  for (const [key, property] of Object.entries(properties)) {
    if (record[key] === undefined && property.default !== undefined)
      record[key] = structuredClone(property.default);
  }
  const members = Object.entries(properties);
  const drift: DriftItem[] = required
    .filter((key) => record[key] === undefined)
    .map((key) => ({ kind: 'missing', path, key, schema }));
  for (const key of Object.keys(record)) {
    if (Object.hasOwn(properties, key)) continue;
    if (additionalProperties === false) drift.push({ kind: 'unknown', path, key, schema });
    else if (additionalProperties !== undefined) members.push([key, additionalProperties]);
  }
  for (const [key, member] of members) {
    if (record[key] !== undefined) drift.push(...applySchema(record[key], member, [...path, key]));
  }
  return drift;
}

function hasType(value: unknown, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'string':
    case 'boolean':
      return typeof value === type;
  }
}

/** Returns whether a value is an object with keys: neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
