import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';

/**
 * Type of a constraint option, as hints describe it. The option names are in
 * `runtime/kernel/contract/schema/constraints.ts`.
 */
interface OptionType {
  readonly wanted: string;
  readonly accepts: (value: unknown) => boolean;
  /** The type for editors. */
  readonly schema: JsonObject;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const listOf = (accepts: OptionType['accepts']) => (value: unknown) =>
  Array.isArray(value) && value.every(accepts);
const oneOf = (...values: readonly string[]): OptionType => ({
  wanted: `one of: ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  accepts: (value) => values.some((known) => known === value),
  schema: { enum: values },
});

const TEXT_SCHEMA = { type: 'string' };
const ANYTHING: OptionType = { wanted: '', accepts: () => true, schema: {} };
const TEXT: OptionType = { wanted: 'a string', accepts: isText, schema: TEXT_SCHEMA };
const NUMBER: OptionType = { wanted: 'a number', accepts: isNumber, schema: { type: 'number' } };
const SWITCH: OptionType = {
  wanted: 'a boolean',
  accepts: (value) => typeof value === 'boolean',
  schema: { type: 'boolean' },
};
const LIMIT: OptionType = {
  wanted: 'a number or a date, such as "2026-01-31" or "today+7d"',
  accepts: (value) => isNumber(value) || isText(value),
  schema: { type: ['number', 'string'] },
};
const LIST: OptionType = { wanted: 'a list', accepts: Array.isArray, schema: { type: 'array' } };
const TEXTS: OptionType = {
  wanted: 'a list of strings',
  accepts: listOf(isText),
  schema: { type: 'array', items: TEXT_SCHEMA },
};
const NUMBERS: OptionType = {
  wanted: 'a list of numbers',
  accepts: listOf(isNumber),
  schema: { type: 'array', items: { type: 'number' } },
};
const NAMES: OptionType = {
  wanted: 'a string or a list of strings',
  accepts: (value) => isText(value) || listOf(isText)(value),
  schema: { type: ['string', 'array'], items: TEXT_SCHEMA },
};
const SIZE_PATTERN = /^\d+(?:[kMG]i?)?$/;
const SIZE: OptionType = {
  wanted: 'a number of bytes or one with the suffix k, M, G, Ki, Mi or Gi, such as "5M"',
  accepts: (value) => isNumber(value) || (typeof value === 'string' && SIZE_PATTERN.test(value)),
  schema: { type: ['number', 'string'], pattern: SIZE_PATTERN.source },
};

/** Types by option. `Constraint.option` overrides the type for one constraint. */
const TYPES: Readonly<Record<string, OptionType>> = {
  allowNull: SWITCH,
  normalizer: oneOf('trim'),
  type: NAMES,
  mode: oneOf('html5', 'html5-allow-no-tld', 'strict'),
  min: NUMBER,
  max: NUMBER,
  'Range.min': LIMIT,
  'Range.max': LIMIT,
  exactly: NUMBER,
  pattern: TEXT,
  match: SWITCH,
  choices: LIST,
  multiple: SWITCH,
  protocols: TEXTS,
  relativeProtocol: SWITCH,
  requireTld: SWITCH,
  'DivisibleBy.value': NUMBER,
  format: TEXT,
  withSeconds: SWITCH,
  versions: NUMBERS,
  version: oneOf('4', '6', 'all'),
  formats: NAMES,
  fields: NAMES,
  allowExtraFields: SWITCH,
  allowMissingFields: SWITCH,
  expression: TEXT,
  path: TEXT,
  negate: SWITCH,
  minScore: NUMBER,
  name: TEXT,
  maxSize: SIZE,
  mimeTypes: NAMES,
  extensions: NAMES,
  filenameMaxLength: NUMBER,
  minWidth: NUMBER,
  maxWidth: NUMBER,
  minHeight: NUMBER,
  maxHeight: NUMBER,
  message: TEXT,
  // Contains constraints, which are checked separately.
  'All.constraints': ANYTHING,
  'Collection.fields': ANYTHING,
};

/** Returns the correct form of an option's value, or undefined if the value is valid. */
export function optionFault(constraint: string, option: string, value: unknown): string | undefined {
  const { wanted, accepts } = typeOf(constraint, option);
  return accepts(value) ? undefined : wanted;
}

/** Returns the JSON Schema of an option's value. */
export const optionSchema = (constraint: string, option: string): JsonObject =>
  typeOf(constraint, option).schema;

function typeOf(constraint: string, option: string): OptionType {
  const known = TYPES[`${constraint}.${option}`] ?? TYPES[option];
  return known ?? (option.endsWith('Message') ? TEXT : ANYTHING);
}
