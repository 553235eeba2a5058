/** What the value of a constraint option must be, as a hint says it; the names of options are in `runtime/kernel/contract/constraints.ts`. */
interface OptionType {
  readonly wanted: string;
  readonly accepts: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const listOf = (accepts: OptionType['accepts']) => (value: unknown) =>
  Array.isArray(value) && value.every(accepts);
const oneOf = (...values: readonly string[]): OptionType => ({
  wanted: `one of: ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  accepts: (value) => values.some((known) => known === value),
});

const ANYTHING: OptionType = { wanted: '', accepts: () => true };
const TEXT: OptionType = { wanted: 'a string', accepts: isText };
const NUMBER: OptionType = { wanted: 'a number', accepts: isNumber };
const SWITCH: OptionType = { wanted: 'a boolean', accepts: (value) => typeof value === 'boolean' };
const LIMIT: OptionType = {
  wanted: 'a number or a date',
  accepts: (value) => isNumber(value) || isText(value),
};
const LIST: OptionType = { wanted: 'a list', accepts: Array.isArray };
const TEXTS: OptionType = { wanted: 'a list of strings', accepts: listOf(isText) };
const NUMBERS: OptionType = { wanted: 'a list of numbers', accepts: listOf(isNumber) };
const NAMES: OptionType = {
  wanted: 'a string or a list of strings',
  accepts: (value) => isText(value) || listOf(isText)(value),
};
const SIZE: OptionType = {
  wanted: 'a number of bytes or one with the suffix k, M, G, Ki, Mi or Gi, such as "5M"',
  accepts: (value) => isNumber(value) || (typeof value === 'string' && /^\d+(?:[kMG]i?)?$/.test(value)),
};

/** The types by option; an option with another meaning in one constraint is named with that constraint. */
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
  // They hold constraints, and are checked as such.
  'All.constraints': ANYTHING,
  'Collection.fields': ANYTHING,
};

/** The correction of an option's value, or undefined when the value is right. */
export function optionFault(constraint: string, option: string, value: unknown): string | undefined {
  const known = TYPES[`${constraint}.${option}`] ?? TYPES[option];
  const { wanted, accepts } = known ?? (option.endsWith('Message') ? TEXT : ANYTHING);
  return accepts(value) ? undefined : wanted;
}
