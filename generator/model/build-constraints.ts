import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type { FieldType } from './field-types.js';
import type { ConstraintModel, InnerConstraints } from './types.js';
import { type ConstraintDefinition, constraintEntry, type JsonSchemaNode } from '../schema/definition.js';

const DEFAULT_GROUPS = ['Default'];

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'Email',
  uri: 'Url',
  uuid: 'Uuid',
  date: 'Date',
  'date-time': 'DateTime',
  time: 'Time',
};

/** Returns the rules of a field or a nested shape: implied rules first, then those of the schema file. */
export function buildConstraints(
  node: JsonSchemaNode,
  options: {
    readonly path: string;
    readonly required?: boolean;
    readonly type?: FieldType;
    readonly length?: number;
  },
): readonly ConstraintModel[] {
  const authored = node['x-constraints'] ?? [];
  const disabled = new Set(
    authored.map((definition) => constraintEntry(definition)[0]).filter((name) => name.startsWith('-')),
  );
  const implied = impliedConstraints(node, options).filter(
    ({ constraint }) => !disabled.has(`-${constraint}`),
  );
  return [...implied, ...authoredConstraints(authored, options.path)];
}

/**
 * Returns the rules of the schema file without disabled names. `outerGroups` are the groups of the surrounding rule.
 */
export function authoredConstraints(
  list: readonly ConstraintDefinition[],
  path: string,
  outerGroups: readonly string[] = DEFAULT_GROUPS,
): readonly ConstraintModel[] {
  return list
    .map((definition) => constraintEntry(definition))
    .filter(([name]) => !name.startsWith('-'))
    .map(([name, options]) => authoredConstraint(name, options, { path, outerGroups }));
}

/** Returns the rules implied by JSON Schema keywords (components.md section 11.3). */
function impliedConstraints(
  node: JsonSchemaNode,
  { path, required, type, length }: Parameters<typeof buildConstraints>[1],
): readonly ConstraintModel[] {
  const list: ConstraintModel[] = [];
  const add = (constraint: string, options: JsonObject = {}) =>
    list.push({ path, constraint, options, groups: DEFAULT_GROUPS });
  if (required === true) add('NotNull');
  const format = BY_FORMAT[node.format ?? ''];
  if (format !== undefined) add(format);
  // A text that is too long must fail validation instead of causing a database error.
  const limit = node.maxLength ?? (type?.column === 'string' ? length : undefined);
  if (node.minLength !== undefined || limit !== undefined) add('Length', bounds(node.minLength, limit));
  if (node.pattern !== undefined) add('Regex', { pattern: node.pattern });
  if (node.minimum !== undefined || node.maximum !== undefined)
    add('Range', bounds(node.minimum, node.maximum));
  addExclusive(node, add);
  if (node.multipleOf !== undefined) add('DivisibleBy', { value: node.multipleOf });
  if (node.minItems !== undefined || node.maxItems !== undefined)
    add('Count', bounds(node.minItems, node.maxItems));
  if (node.uniqueItems === true) add('Unique');
  const choices = node.enum ?? (node.const === undefined ? undefined : [node.const]);
  if (choices !== undefined) add('Choice', { choices: choices.filter((choice) => choice !== null) });
  return list;
}

function addExclusive(node: JsonSchemaNode, add: (constraint: string, options?: JsonObject) => void): void {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = node;
  if (above === 0) add('Positive');
  else if (above !== undefined) add('GreaterThan', { value: above });
  if (below === 0) add('Negative');
  else if (below !== undefined) add('LessThan', { value: below });
}

function bounds(min: number | undefined, max: number | undefined): JsonObject {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function authoredConstraint(
  name: string,
  authored: JsonObject,
  { path, outerGroups }: { readonly path: string; readonly outerGroups: readonly string[] },
): ConstraintModel {
  const { message, groups: named, payload, ...rest } = authored;
  const groups = Array.isArray(named) ? named.map(String) : outerGroups;
  const { options, inner } = splitInner(name, rest, groups);
  const ownPath = name === 'Expression' || name === 'Callback' ? options['path'] : undefined;
  if (typeof ownPath === 'string') delete options['path'];
  return {
    path: typeof ownPath === 'string' ? ownPath : path,
    constraint: name,
    options,
    groups,
    ...(typeof message === 'string' ? { message } : {}),
    ...(payload === undefined ? {} : { payload }),
    ...(inner === undefined ? {} : { inner }),
  };
}

function splitInner(
  name: string,
  rest: Readonly<Record<string, JsonValue | undefined>>,
  groups: readonly string[],
): { readonly options: Record<string, JsonValue | undefined>; readonly inner?: readonly InnerConstraints[] } {
  const options = { ...rest };
  if (name === 'Collection') {
    delete options['fields'];
    const fields = rest['fields'];
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return { options };
    return {
      options,
      inner: Object.entries(fields).map(([key, value]) => keyConstraints(key, value, groups)),
    };
  }
  const list = asDefinitions(rest['constraints']);
  if (list === undefined) return { options };
  delete options['constraints'];
  return { options, inner: [{ constraints: authoredConstraints(list, '', groups) }] };
}

function keyConstraints(
  key: string,
  value: JsonValue | undefined,
  groups: readonly string[],
): InnerConstraints {
  const isLong = typeof value === 'object' && value !== null && 'constraints' in value;
  const list = asDefinitions(isLong ? value.constraints : value) ?? [];
  const required = !(isLong && 'required' in value && value.required === false);
  return { key, required, constraints: authoredConstraints(list, '', groups) };
}

function asDefinitions(value: unknown): readonly ConstraintDefinition[] | undefined {
  // Validated before: a list of objects with one key.
  return Array.isArray(value) ? (value as readonly ConstraintDefinition[]) : undefined;
}
