import {
  COMMON_CONSTRAINT_OPTIONS,
  CONSTRAINTS,
  takesConstraints,
  type ConstraintDefinition as ConstraintRule,
} from 'cms-api-components/internal/kernel/contract/schema/constraints.js';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { isRelativeDate } from 'cms-api-components/internal/kernel/util/dates/compared-date.js';
import { reportSlow } from './report-slow.js';
import { type ConstraintDefinition, constraintEntry, type JsonSchemaNode } from '../schema/definition.js';
import { optionFault } from '../schema/option-types.js';
import type { Place } from '../schema/place.js';
import type { CheckContext } from '../schema/schema-set.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import { checkOptionLimits } from './check-contradictions.js';
import { checkExpression } from './check-expressions.js';
import { checkCodeName } from './check-project-code.js';
import { allNodes, type FieldOwner, fieldsOf, keyFields } from './owners.js';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';

/** Checks that constraint lists use valid constraints and options (components.md sections 6 and 11.5). */
export function checkConstraints(owner: FieldOwner, context: CheckContext): void {
  const unique = uniqueAmong(context, owner);
  checkConstraintList(context, {
    place: owner.place.below('x-constraints'),
    constraints: owner.definition['x-constraints'] ?? [],
    ...(unique === undefined ? {} : { unique }),
  });
  const fields = new Map(fieldsOf(owner).map(({ name, field }) => [field, name]));
  for (const { place, node } of allNodes(owner)) {
    const list = { place: place.below('x-constraints'), constraints: node['x-constraints'] ?? [] };
    const ownField = fields.get(node);
    const isKey = ownField !== undefined && unique?.names.includes(ownField) === true;
    checkConstraintList(context, { ...list, node, ...(isKey ? { unique: { ...unique, ownField } } : {}) });
    checkFileConstraints(list, 'x-upload' in node);
    checkPattern(place.below('pattern'), node.pattern, longestOf(node));
  }
}

/** Constraints of one list. */
export interface ConstraintList {
  readonly place: Place;
  readonly constraints: readonly ConstraintDefinition[];
  /** The shape with this list as `x-constraints`. The list can disable its implied constraints. */
  readonly node?: JsonSchemaNode;
  /** Fields that `UniqueEntity` can name; undefined if records have no keys. */
  readonly unique?: UniqueScope;
}

interface UniqueScope {
  /** Fields that a key can contain. */
  readonly names: readonly string[];
  /** The field with the list, used if the constraint names no fields. */
  readonly ownField?: string;
}

/** Returns undefined for embedded types, which have no rows, and for users, which have no keys of several fields. */
function uniqueAmong(context: CheckContext, owner: FieldOwner): UniqueScope | undefined {
  return owner.kind === 'embedded' || owner.kind === 'user'
    ? undefined
    : { names: keyFields(context, owner) };
}

/** Checks one list and the nested lists of `All`, `Collection` and others. */
export function checkConstraintList(context: CheckContext, list: ConstraintList): void {
  list.constraints.forEach((definition, index) => {
    const [name, options] = constraintEntry(definition);
    const place = list.place.below(index, name);
    const [written] = Object.values(definition);
    if (name.startsWith('-')) checkSwitchedOff(place, name.slice(1), list.node);
    else if (Array.isArray(written)) checkInner(context, place, written);
    else if (name === 'UniqueEntity') checkUniqueEntity(context, { place, name, options }, list.unique);
    else checkOne(context, { place, name, options });
  });
}

/** Checks that `UniqueEntity` has no groups and is not nested, because a database key enforces it. */
function checkUniqueEntity(
  context: CheckContext,
  { place, name, options }: WrittenConstraint,
  scope: UniqueScope | undefined,
): void {
  if (scope === undefined) {
    place.report(
      "UniqueEntity can't be used here, because it applies to the rows of a type.",
      'Write it in "x-constraints" of a component or page data type, or of a stored field with one value ' +
        '(a field of User.json: "x-column": { "unique": true }).',
    );
    return;
  }
  const { fields = scope.ownField } = options;
  for (const [option, value] of Object.entries(options)) {
    const at = place.below(option);
    if (option !== 'message' && COMMON_CONSTRAINT_OPTIONS.includes(option)) {
      const hint = 'Remove it. A database key applies to every write.';
      at.report(`UniqueEntity has no option ${JSON.stringify(option)}.`, hint);
    } else checkOption(context, at, { known: UNIQUE_OPTIONS, name, option, value });
  }
  const named: readonly unknown[] = Array.isArray(fields) ? fields : fields === undefined ? [] : [fields];
  if (named.length === 0) place.report(`${name} needs the option "fields".`, 'Name one or more fields.');
  named.forEach((field, index) => {
    if (typeof field !== 'string' || scope.names.includes(field)) return;
    const fieldPlace = Array.isArray(fields) ? place.below('fields', index) : place.below('fields');
    fieldPlace.report(
      `UniqueEntity names ${JSON.stringify(field)}, which is not a stored field with one value.`,
      didYouMean(field, scope.names),
    );
  });
}

const UNIQUE_OPTIONS: readonly string[] = [...CONSTRAINTS.UniqueEntity.options, 'message'];

/** Conditions under which keywords of a shape imply a constraint. */
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

function checkSwitchedOff(place: Place, name: string, node: JsonSchemaNode | undefined): void {
  if (node !== undefined && Object.hasOwn(IMPLIED_BY, name) && IMPLIED_BY[name]?.(node) === true) return;
  place.report(
    `"-${name}" disables a rule that is not implied here.`,
    'Remove it. Only rules that are implied by other keywords, such as "format", "enum" and "pattern", can be disabled.',
  );
}

/** Constraints on uploaded files, valid on upload fields only. */
const FILE_CONSTRAINTS: ReadonlySet<string> = new Set(['File', 'Image']);
const RULES: ReadonlyMap<string, ConstraintRule> = new Map(Object.entries(CONSTRAINTS));

interface WrittenConstraint {
  readonly place: Place;
  readonly name: string;
  readonly options: JsonObject;
}

function checkOne(context: CheckContext, { place, name, options }: WrittenConstraint): void {
  const rule = RULES.get(name);
  if (rule === undefined) {
    place.report(`Unknown constraint ${JSON.stringify(name)}.`, didYouMean(name, RULES.keys()));
    return;
  }
  checkOptionLimits(place, options);
  const code = name === 'Callback' ? options['name'] : undefined;
  if (typeof code === 'string') {
    const constraint = { kind: 'constraint', key: 'constraints', name: code } as const;
    checkCodeName(context, place.below('name'), constraint);
  }
  const known = [...rule.options, ...COMMON_CONSTRAINT_OPTIONS];
  for (const [option, value] of Object.entries(options)) {
    checkOption(context, place.below(option), { known, name, option, value });
  }
  for (const wanted of rule.required) {
    const names = typeof wanted === 'string' ? [wanted] : wanted;
    if (names.some((option) => option in options)) continue;
    const [only = ''] = names;
    if (names.length === 1) {
      const text = JSON.stringify(only);
      place.report(`${name} needs the option ${text}.`, `Add ${text}.`);
    } else {
      place.report(`${name} checks nothing without options.`, `Add one of: ${names.join(', ')}.`);
    }
  }
}

interface GivenOption {
  /** Names of the valid options. */
  readonly known: readonly string[];
  readonly name: string;
  readonly option: string;
  readonly value: unknown;
}

function checkOption(context: CheckContext, place: Place, { known, name, option, value }: GivenOption): void {
  if (!known.includes(option)) {
    place.report(`${name} has no option ${JSON.stringify(option)}.`, didYouMean(option, known));
    return;
  }
  const fault = optionFault(name, option, value);
  if (fault !== undefined) {
    place.report(`The option ${JSON.stringify(option)} of ${name} has the wrong type.`, `Write ${fault}.`);
  } else if (isBrokenDate(option, value)) {
    place.report(
      `${JSON.stringify(value)} is not a valid date expression.`,
      'Write "now" or "today" with offsets in s, min, h, d, w, mo or y: "today+7d", "now-2h".',
    );
  } else if (option === 'constraints' || (name === 'Collection' && option === 'fields')) {
    checkInner(context, place, value);
  } else if (name === 'Regex' && option === 'pattern') {
    checkPattern(place, String(value), USUAL_LENGTH);
  } else if (name === 'Expression' && option === 'expression') {
    checkExpression(context, place, String(value));
  }
}

const DATE_WITH_OFFSET = /^\s*(?:now|today)\s*[+-]/i;

const isBrokenDate = (option: string, value: unknown): boolean =>
  (option === 'value' || option === 'min' || option === 'max') &&
  typeof value === 'string' &&
  DATE_WITH_OFFSET.test(value) &&
  !isRelativeDate(value);

/** Checks a value that is a list or an object of lists. */
function checkInner(context: CheckContext, place: Place, value: unknown): void {
  const lists: readonly (readonly [Place, unknown])[] = Array.isArray(value)
    ? [[place, value]]
    : Object.entries(typeof value === 'object' && value !== null ? value : {}).map(
        ([key, list]) => [place.below(key), innerList(list)] as const,
      );
  for (const [listPlace, list] of lists) {
    if (isConstraintList(list)) {
      checkConstraintList(context, { place: listPlace, constraints: list });
      continue;
    }
    listPlace.report(
      'This is not a list of constraints.',
      'Write a list of objects with one key each: [{ "NotBlank": {} }].',
    );
  }
}

/** Returns the list of a `Collection` key, which can be wrapped as `{ required, constraints }`. */
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
      return more.length === 0 && (isRecord(options) || (Array.isArray(options) && takesConstraints(name)));
    })
  );
}

function checkFileConstraints({ place, constraints }: ConstraintList, isUpload: boolean): void {
  constraints.forEach((definition, index) => {
    const [name] = constraintEntry(definition);
    if (FILE_CONSTRAINTS.has(name) === isUpload) return;
    if (!RULES.has(name)) return;
    place
      .below(index, name)
      .report(
        isUpload ? `${name} can't be used on an upload field.` : `${name} needs an upload field.`,
        isUpload ? 'Use File or Image.' : 'Add "x-upload" to the field, or remove the constraint.',
      );
  });
}

/** Assumed maximum length of a text without a stated length. */
const USUAL_LENGTH = 255;
/** Assumed maximum length of a long text without a stated length. */
const LONG_TEXT = 10_000;

const longestOf = ({ maxLength, format }: JsonSchemaNode): number =>
  maxLength ?? (format === undefined ? USUAL_LENGTH : LONG_TEXT);

function checkPattern(place: Place, pattern: string | undefined, longest: number): void {
  if (pattern === undefined) return;
  const delimited = /^\/(.*)\/([a-z]*)$/s.exec(pattern);
  try {
    new RegExp(delimited?.[1] ?? pattern, delimited?.[2] ?? '');
  } catch {
    place.report(
      `${JSON.stringify(pattern)} is not a regular expression.`,
      'Use JavaScript syntax, with or without slashes: "^[a-z]+$" or "/^[a-z]+$/i".',
    );
    return;
  }
  reportSlow(place, pattern, longest);
}
