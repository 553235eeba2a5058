/** The types of constraint options; the names of the options are in `runtime/kernel/contract/constraints.ts`. */
type OptionType =
  | { readonly kind: 'string' | 'count' | 'boolean' | 'limit' | 'size' | 'any' }
  | { readonly kind: 'strings' | 'string-list' | 'number-list' | 'list' }
  | { readonly kind: 'one-of'; readonly values: readonly (string | number)[] };

const NAMES: OptionType = { kind: 'strings' };
const NORMALIZER: OptionType = { kind: 'one-of', values: ['trim'] };

/** The types by option; an option with another meaning in one constraint is named with that constraint. */
const TYPES: Readonly<Record<string, OptionType>> = {
  allowNull: { kind: 'boolean' },
  normalizer: NORMALIZER,
  type: NAMES,
  mode: { kind: 'one-of', values: ['html5', 'html5-allow-no-tld', 'strict'] },
  min: { kind: 'count' },
  max: { kind: 'count' },
  'Range.min': { kind: 'limit' },
  'Range.max': { kind: 'limit' },
  exactly: { kind: 'count' },
  pattern: { kind: 'string' },
  match: { kind: 'boolean' },
  choices: { kind: 'list' },
  multiple: { kind: 'boolean' },
  protocols: { kind: 'string-list' },
  relativeProtocol: { kind: 'boolean' },
  requireTld: { kind: 'boolean' },
  value: { kind: 'any' },
  'DivisibleBy.value': { kind: 'count' },
  format: { kind: 'string' },
  withSeconds: { kind: 'boolean' },
  versions: { kind: 'number-list' },
  version: { kind: 'one-of', values: ['4', '6', 'all'] },
  formats: NAMES,
  fields: NAMES,
  allowExtraFields: { kind: 'boolean' },
  allowMissingFields: { kind: 'boolean' },
  expression: { kind: 'string' },
  path: { kind: 'string' },
  negate: { kind: 'boolean' },
  minScore: { kind: 'count' },
  name: { kind: 'string' },
  maxSize: { kind: 'size' },
  mimeTypes: NAMES,
  extensions: NAMES,
  filenameMaxLength: { kind: 'count' },
  minWidth: { kind: 'count' },
  maxWidth: { kind: 'count' },
  minHeight: { kind: 'count' },
  maxHeight: { kind: 'count' },
};

/** Holds constraints; checked as such. */
const NESTED: ReadonlySet<string> = new Set(['All.constraints', 'Collection.fields']);

/** The correction of an option's value, or undefined when the value is right. */
export function optionFault(constraint: string, option: string, value: unknown): string | undefined {
  if (NESTED.has(`${constraint}.${option}`)) return undefined;
  if (option.endsWith('Message') || option === 'message') return faultOf({ kind: 'string' }, value);
  return faultOf(TYPES[`${constraint}.${option}`] ?? TYPES[option] ?? { kind: 'any' }, value);
}

function faultOf(type: OptionType, value: unknown): string | undefined {
  switch (type.kind) {
    case 'string':
    case 'boolean':
      return typeof value === type.kind ? undefined : `a ${type.kind}`;
    case 'count':
      return typeof value === 'number' ? undefined : 'a number';
    case 'limit':
      return typeof value === 'number' || typeof value === 'string' ? undefined : 'a number or a date';
    case 'size': {
      const isSize =
        typeof value === 'number' || (typeof value === 'string' && /^\d+(?:[kMG]i?)?$/.test(value));
      return isSize
        ? undefined
        : 'a number of bytes or one with the suffix k, M, G, Ki, Mi or Gi, such as "5M"';
    }
    case 'strings': {
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      return list.every((entry) => typeof entry === 'string') ? undefined : 'a string or a list of strings';
    }
    case 'string-list':
      return isListOf('string', value) ? undefined : 'a list of strings';
    case 'number-list':
      return isListOf('number', value) ? undefined : 'a list of numbers';
    case 'list':
      return Array.isArray(value) ? undefined : 'a list';
    case 'one-of':
      return type.values.some((known) => known === value)
        ? undefined
        : `one of: ${type.values.map((known) => JSON.stringify(known)).join(', ')}`;
    case 'any':
      return undefined;
  }
}

function isListOf(type: 'string' | 'number', value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === type);
}
