import {
  COMMON_CONSTRAINT_OPTIONS,
  CONSTRAINTS,
  takesConstraints,
  type ConstraintDefinition as ConstraintRule,
} from '../../../runtime/kernel/contract/constraints.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { type ConstraintDefinition, constraintEntry, type JsonSchemaNode } from '../definition.js';
import type { SchemaSource } from '../load-schemas.js';
import { optionFault } from '../option-types.js';
import { pointerOf } from '../pointer.js';
import type { CheckContext } from '../schema-set.js';
import { didYouMean } from '../suggest.js';
import { checkOptionLimits } from './check-contradictions.js';
import { checkExpression } from './check-expressions.js';
import { checkCodeName } from './check-project-code.js';
import { allNodes, fieldOwners } from './owners.js';

/** Constraint lists use constraints and options of the catalogue (components.md sections 6 and 11.5). */
export function checkConstraints(context: CheckContext): void {
  for (const owner of fieldOwners(context)) {
    checkConstraintList(context, owner.source, '/x-constraints', owner.definition['x-constraints'] ?? []);
    for (const { pointer, node } of allNodes(owner)) {
      const isUpload = 'x-upload' in node;
      const list = node['x-constraints'] ?? [];
      checkConstraintList(context, owner.source, `${pointer}/x-constraints`, list, node);
      checkFileConstraints(context, owner.source, `${pointer}/x-constraints`, list, isUpload);
      checkPattern(context, owner.source, `${pointer}/pattern`, node.pattern);
    }
  }
}

/** Checks one list, and those inside `All`, `Collection` and the like. */
export function checkConstraintList(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  list: readonly ConstraintDefinition[],
  node?: JsonSchemaNode,
): void {
  list.forEach((definition, index) => {
    const [name, options] = constraintEntry(definition);
    const place = `${pointer}/${index}${pointerOf(name)}`;
    const [written] = Object.values(definition);
    if (name.startsWith('-')) checkSwitchedOff(context, source, place, name.slice(1), node);
    else if (Array.isArray(written)) checkInner(context, source, place, written);
    else checkOne(context, source, place, name, options);
  });
}

/** Keywords of a shape that imply each constraint. */
const IMPLIED_BY: Readonly<Record<string, (node: JsonSchemaNode) => boolean>> = {
  NotNull: () => true,
  Length: () => true,
  Regex: (node) => node.pattern !== undefined,
  Range: (node) => node.minimum !== undefined || node.maximum !== undefined,
  Positive: (node) => node.exclusiveMinimum === 0,
  Negative: (node) => node.exclusiveMaximum === 0,
  GreaterThan: (node) => node.exclusiveMinimum !== undefined,
  LessThan: (node) => node.exclusiveMaximum !== undefined,
  DivisibleBy: (node) => node.multipleOf !== undefined,
  Count: (node) => node.minItems !== undefined || node.maxItems !== undefined,
  Unique: (node) => node.uniqueItems === true,
  Choice: (node) => node.enum !== undefined || node.const !== undefined,
  Email: (node) => node.format === 'email',
  Url: (node) => node.format === 'uri',
  Uuid: (node) => node.format === 'uuid',
  Date: (node) => node.format === 'date',
  DateTime: (node) => node.format === 'date-time',
  Time: (node) => node.format === 'time',
};

function checkSwitchedOff(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  name: string,
  node: JsonSchemaNode | undefined,
): void {
  if (node !== undefined && Object.hasOwn(IMPLIED_BY, name) && IMPLIED_BY[name]?.(node) === true) return;
  context.report(
    source,
    pointer,
    `"-${name}" switches off a rule that is not implied here.`,
    'Remove it: only rules that follow from "format", "enum", "pattern" and the like can be switched off.',
  );
}

/** Constraints on an incoming file; they belong on upload fields only. */
const FILE_CONSTRAINTS: ReadonlySet<string> = new Set(['File', 'Image']);
const RULES: ReadonlyMap<string, ConstraintRule> = new Map(Object.entries(CONSTRAINTS));

function checkOne(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  name: string,
  options: JsonObject,
): void {
  const rule = RULES.get(name);
  if (rule === undefined) {
    context.report(
      source,
      pointer,
      `Unknown constraint ${JSON.stringify(name)}.`,
      didYouMean(name, RULES.keys()),
    );
    return;
  }
  checkOptionLimits(context, source, pointer, options);
  const code = name === 'Callback' ? options['name'] : undefined;
  if (typeof code === 'string') {
    const constraint = { kind: 'constraint', key: 'constraints', name: code } as const;
    checkCodeName(context, source, `${pointer}/name`, constraint);
  }
  for (const [option, value] of Object.entries(options)) {
    checkOption(context, source, pointer, { rule, name, option, value });
  }
  for (const wanted of rule.required) {
    const names = typeof wanted === 'string' ? [wanted] : wanted;
    if (names.some((option) => option in options)) continue;
    const [only = ''] = names;
    if (names.length === 1) {
      const text = JSON.stringify(only);
      context.report(source, pointer, `${name} needs the option ${text}.`, `Add ${text}.`);
    } else {
      const hint = `Add one of: ${names.join(', ')}.`;
      context.report(source, pointer, `${name} checks nothing without options.`, hint);
    }
  }
}

interface GivenOption {
  readonly rule: ConstraintRule;
  readonly name: string;
  readonly option: string;
  readonly value: unknown;
}

function checkOption(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  { rule, name, option, value }: GivenOption,
): void {
  const place = `${pointer}${pointerOf(option)}`;
  const known = [...rule.options, ...COMMON_CONSTRAINT_OPTIONS];
  if (!known.includes(option)) {
    const hint = didYouMean(option, known);
    context.report(source, place, `${name} has no option ${JSON.stringify(option)}.`, hint);
    return;
  }
  const fault = optionFault(name, option, value);
  if (fault !== undefined) {
    const message = `The option ${JSON.stringify(option)} of ${name} has the wrong type.`;
    context.report(source, place, message, `Write ${fault}.`);
  } else if (option === 'constraints' || (name === 'Collection' && option === 'fields')) {
    checkInner(context, source, place, value);
  } else if (name === 'Regex' && option === 'pattern') {
    checkPattern(context, source, place, String(value));
  } else if (name === 'Expression' && option === 'expression') {
    checkExpression(context, source, place, String(value));
  }
}

function checkInner(context: CheckContext, source: SchemaSource, pointer: string, value: unknown): void {
  const lists: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? [['', value]]
    : Object.entries(typeof value === 'object' && value !== null ? value : {}).map(
        ([key, list]) => [pointerOf(key), innerList(list)] as const,
      );
  for (const [suffix, list] of lists) {
    if (!isConstraintList(list)) {
      context.report(
        source,
        `${pointer}${suffix}`,
        'This is no list of constraints.',
        'Write a list of objects with one key each: [{ "NotBlank": {} }].',
      );
      continue;
    }
    checkConstraintList(context, source, `${pointer}${suffix}`, list);
  }
}

/** A key of `Collection` may hold its list directly, or as `{ required, constraints }`. */
function innerList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return 'constraints' in value ? value.constraints : value;
}

function isConstraintList(value: unknown): value is readonly ConstraintDefinition[] {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
      const [[name = '', options] = [], ...more] = Object.entries(entry);
      return more.length === 0 && (isObject(options) || (Array.isArray(options) && takesConstraints(name)));
    })
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkFileConstraints(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  list: readonly ConstraintDefinition[],
  isUpload: boolean,
): void {
  list.forEach((definition, index) => {
    const [name] = constraintEntry(definition);
    if (FILE_CONSTRAINTS.has(name) === isUpload) return;
    if (!RULES.has(name)) return;
    context.report(
      source,
      `${pointer}/${index}${pointerOf(name)}`,
      isUpload ? `${name} can't be used on an upload field.` : `${name} needs an upload field.`,
      isUpload ? 'Use File or Image.' : 'Add "x-upload" to the field, or remove the constraint.',
    );
  });
}

function checkPattern(
  context: CheckContext,
  source: SchemaSource,
  pointer: string,
  pattern: string | undefined,
): void {
  if (pattern === undefined) return;
  const delimited = /^\/(.*)\/([a-z]*)$/s.exec(pattern);
  try {
    new RegExp(delimited?.[1] ?? pattern, delimited?.[2] ?? '');
  } catch {
    context.report(
      source,
      pointer,
      `${JSON.stringify(pattern)} is no regular expression.`,
      'Write it as in JavaScript, with or without slashes: "^[a-z]+$" or "/^[a-z]+$/i".',
    );
  }
}
