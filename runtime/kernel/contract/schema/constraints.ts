import type { JsonObject, JsonValue } from '../json.js';

/** `{ "NotBlank": { ... } }` (components.md section 11.5); `All` may hold its list of constraints directly. */
export type ConstraintNotation = Readonly<Record<string, JsonObject | readonly JsonValue[]>>;

/** Options of a constraint in schema files, besides those common to all constraints. */
export interface ConstraintDefinition {
  readonly options: readonly string[];
  /** Required options; a nested list requires at least one of its options. */
  readonly required: readonly (string | readonly string[])[];
}

/** Options that every constraint takes. */
export const COMMON_CONSTRAINT_OPTIONS: readonly string[] = ['message', 'groups', 'payload'];

const PLAIN: ConstraintDefinition = { options: [], required: [] };
const TEXT: ConstraintDefinition = { options: ['normalizer'], required: [] };
const COMPARISON: ConstraintDefinition = { options: ['value'], required: ['value'] };
const FILE_OPTIONS: readonly string[] = [
  'maxSize',
  'mimeTypes',
  'extensions',
  'filenameMaxLength',
  'maxSizeMessage',
  'mimeTypesMessage',
  'extensionsMessage',
  'disallowEmptyMessage',
  'filenameTooLongMessage',
];

/** The constraint catalogue of components.md section 6, by the names used in schema files. */
export const CONSTRAINTS = {
  NotBlank: { options: ['allowNull', 'normalizer'], required: [] },
  Blank: PLAIN,
  NotNull: PLAIN,
  IsNull: PLAIN,
  IsTrue: PLAIN,
  IsFalse: PLAIN,
  Type: { options: ['type'], required: ['type'] },
  Email: { options: ['mode', 'normalizer'], required: [] },
  Length: {
    options: ['min', 'max', 'exactly', 'minMessage', 'maxMessage', 'exactMessage', 'normalizer'],
    required: [['min', 'max', 'exactly']],
  },
  Regex: { options: ['pattern', 'match', 'normalizer'], required: ['pattern'] },
  Choice: {
    options: ['choices', 'multiple', 'match', 'min', 'max', 'multipleMessage', 'minMessage', 'maxMessage'],
    required: ['choices'],
  },
  Count: {
    options: ['min', 'max', 'exactly', 'minMessage', 'maxMessage', 'exactMessage'],
    required: [['min', 'max', 'exactly']],
  },
  Url: { options: ['protocols', 'relativeProtocol', 'requireTld', 'tldMessage', 'normalizer'], required: [] },
  EqualTo: COMPARISON,
  NotEqualTo: COMPARISON,
  IdenticalTo: COMPARISON,
  NotIdenticalTo: COMPARISON,
  LessThan: COMPARISON,
  LessThanOrEqual: COMPARISON,
  GreaterThan: COMPARISON,
  GreaterThanOrEqual: COMPARISON,
  Negative: PLAIN,
  NegativeOrZero: PLAIN,
  Positive: PLAIN,
  PositiveOrZero: PLAIN,
  Range: {
    options: [
      'min',
      'max',
      'minMessage',
      'maxMessage',
      'notInRangeMessage',
      'invalidMessage',
      'invalidDateTimeMessage',
    ],
    required: [['min', 'max']],
  },
  DivisibleBy: COMPARISON,
  Date: PLAIN,
  DateTime: { options: ['format'], required: [] },
  Time: { options: ['withSeconds'], required: [] },
  Timezone: TEXT,
  Uuid: { options: ['versions', 'normalizer'], required: [] },
  Ip: { options: ['version', 'normalizer'], required: [] },
  Hostname: { options: ['requireTld', 'normalizer'], required: [] },
  Json: TEXT,
  CssColor: { options: ['formats', 'normalizer'], required: [] },
  Country: TEXT,
  Language: TEXT,
  Locale: TEXT,
  Currency: TEXT,
  Unique: { options: ['fields'], required: [] },
  UniqueEntity: { options: ['fields'], required: [] },
  All: { options: ['constraints'], required: ['constraints'] },
  Collection: {
    options: [
      'fields',
      'allowExtraFields',
      'allowMissingFields',
      'extraFieldsMessage',
      'missingFieldsMessage',
    ],
    required: ['fields'],
  },
  Expression: { options: ['expression', 'path', 'negate'], required: ['expression'] },
  PasswordStrength: { options: ['minScore'], required: [] },
  Callback: { options: ['name'], required: ['name'] },
  File: { options: FILE_OPTIONS, required: [] },
  Image: {
    options: [
      ...FILE_OPTIONS,
      'minWidth',
      'maxWidth',
      'minHeight',
      'maxHeight',
      'minWidthMessage',
      'maxWidthMessage',
      'minHeightMessage',
      'maxHeightMessage',
    ],
    required: [],
  },
} as const satisfies Readonly<Record<string, ConstraintDefinition>>;

const RULES: ReadonlyMap<string, ConstraintDefinition> = new Map(Object.entries(CONSTRAINTS));

/**
 * Returns whether a constraint's only option is a list of constraints, so that the list may be written in
 * place of the options.
 */
export function takesConstraints(name: string): boolean {
  return RULES.get(name)?.options.join() === 'constraints';
}

/**
 * Returns the options of a constraint in canonical form: `{ "All": [...] }` is short for `{ "All":
 * { "constraints": [...] } }`.
 */
export function constraintOptions(name: string, written: JsonValue | undefined): JsonObject {
  if (Array.isArray(written))
    // `Array.isArray` does not narrow readonly arrays.
    return takesConstraints(name) ? { constraints: written as readonly JsonValue[] } : {};
  // The other types are excluded: it is neither a list nor null nor a scalar.
  return typeof written === 'object' && written !== null ? (written as JsonObject) : {};
}

/** Returns the name and options of a constraint. */
export function constraintEntry(notation: ConstraintNotation): readonly [string, JsonObject] {
  const [[name, written] = ['', {}]] = Object.entries(notation);
  return [name, constraintOptions(name, written)];
}

export const CONSTRAINT_NAMES: readonly string[] = Object.keys(CONSTRAINTS);
