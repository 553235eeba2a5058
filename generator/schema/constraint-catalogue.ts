type OptionType =
  'string' | 'number' | 'boolean' | 'list' | 'object' | 'any' | 'limit' | 'size' | 'constraints';

export interface ConstraintRule {
  readonly options: Readonly<Record<string, OptionType>>;
  readonly required?: readonly string[];
  /** One of these must be there. */
  readonly oneOf?: readonly string[];
}

const plain: ConstraintRule = { options: {} };
const compared: ConstraintRule = {
  options: { value: 'any', propertyPath: 'string' },
  oneOf: ['value', 'propertyPath'],
};
const bounds = { min: 'limit', max: 'limit' } as const;
const boundMessages = { minMessage: 'string', maxMessage: 'string', exactMessage: 'string' } as const;
const nested: ConstraintRule = { options: { constraints: 'constraints' }, required: ['constraints'] };

const file = {
  maxSize: 'size',
  binaryFormat: 'boolean',
  mimeTypes: 'any',
  extensions: 'any',
  filenameMaxLength: 'number',
  maxSizeMessage: 'string',
  mimeTypesMessage: 'string',
  extensionsMessage: 'string',
  disallowEmptyMessage: 'string',
  filenameTooLongMessage: 'string',
  notFoundMessage: 'string',
  notReadableMessage: 'string',
  uploadErrorMessage: 'string',
} as const;

const dimensions = [
  'minWidth',
  'maxWidth',
  'minHeight',
  'maxHeight',
  'minRatio',
  'maxRatio',
  'minPixels',
  'maxPixels',
];
const shapes = ['allowSquare', 'allowLandscape', 'allowPortrait', 'detectCorrupted'];
const imageOptions: Readonly<Record<string, OptionType>> = {
  ...file,
  ...Object.fromEntries(
    dimensions.flatMap(
      (name) =>
        [
          [name, 'number'],
          [`${name}Message`, 'string'],
        ] as const,
    ),
  ),
  ...Object.fromEntries(
    shapes.flatMap(
      (name) =>
        [
          [name, 'boolean'],
          [`${name}Message`, 'string'],
        ] as const,
    ),
  ),
  sizeNotDetectedMessage: 'string',
};

/** The constraints of components.md section 6 with the options each understands, beside message, groups and payload. */
export const CONSTRAINTS: Readonly<Record<string, ConstraintRule>> = {
  NotBlank: { options: { allowNull: 'boolean' } },
  Blank: plain,
  NotNull: plain,
  IsNull: plain,
  IsTrue: plain,
  IsFalse: plain,
  Type: { options: { type: 'any' }, required: ['type'] },
  Email: { options: { mode: 'string' } },
  Length: { options: { ...bounds, exactly: 'number', ...boundMessages }, oneOf: ['min', 'max', 'exactly'] },
  Regex: { options: { pattern: 'string', match: 'boolean', htmlPattern: 'any' }, required: ['pattern'] },
  Choice: {
    options: {
      choices: 'list',
      multiple: 'boolean',
      min: 'number',
      max: 'number',
      match: 'boolean',
      strict: 'boolean',
      multipleMessage: 'string',
      minMessage: 'string',
      maxMessage: 'string',
    },
    required: ['choices'],
  },
  Count: {
    options: {
      ...bounds,
      exactly: 'number',
      divisibleBy: 'number',
      divisibleByMessage: 'string',
      ...boundMessages,
    },
    oneOf: ['min', 'max', 'exactly', 'divisibleBy'],
  },
  Url: {
    options: { protocols: 'list', requireTld: 'boolean', relativeProtocol: 'boolean', tldMessage: 'string' },
  },
  EqualTo: compared,
  NotEqualTo: compared,
  IdenticalTo: compared,
  NotIdenticalTo: compared,
  LessThan: compared,
  LessThanOrEqual: compared,
  GreaterThan: compared,
  GreaterThanOrEqual: compared,
  DivisibleBy: compared,
  Negative: plain,
  NegativeOrZero: plain,
  Positive: plain,
  PositiveOrZero: plain,
  Range: {
    options: {
      ...bounds,
      minPropertyPath: 'string',
      maxPropertyPath: 'string',
      minMessage: 'string',
      maxMessage: 'string',
      notInRangeMessage: 'string',
      invalidMessage: 'string',
    },
    oneOf: ['min', 'max', 'minPropertyPath', 'maxPropertyPath'],
  },
  Date: plain,
  DateTime: { options: { format: 'string' } },
  Time: { options: { withSeconds: 'boolean' } },
  Timezone: { options: { zone: 'any', countryCode: 'string' } },
  Uuid: { options: { versions: 'any', strict: 'boolean' } },
  Ip: { options: { version: 'string' } },
  Hostname: { options: { requireTld: 'boolean' } },
  Json: plain,
  CssColor: { options: { formats: 'any' } },
  Country: { options: { alpha3: 'boolean' } },
  Language: { options: { alpha3: 'boolean' } },
  Locale: { options: { canonicalize: 'boolean' } },
  Currency: plain,
  Unique: { options: { fields: 'any' } },
  UniqueEntity: { options: { fields: 'any', errorPath: 'string', ignoreNull: 'any' }, required: ['fields'] },
  All: nested,
  Sequentially: nested,
  AtLeastOneOf: {
    options: { constraints: 'constraints', messageCollection: 'string', includeInternalMessages: 'boolean' },
    required: ['constraints'],
  },
  Collection: {
    options: {
      fields: 'object',
      allowExtraFields: 'boolean',
      allowMissingFields: 'boolean',
      extraFieldsMessage: 'string',
      missingFieldsMessage: 'string',
    },
    required: ['fields'],
  },
  Expression: {
    options: { expression: 'string', path: 'string', values: 'object', negate: 'boolean' },
    required: ['expression'],
  },
  Callback: { options: { name: 'string', path: 'string' }, required: ['name'] },
  PasswordStrength: { options: { minScore: 'number' } },
  File: { options: file },
  Image: { options: imageOptions },
};

/** Options that every constraint understands. */
export const COMMON_OPTIONS = ['message', 'groups', 'payload'] as const;

/** Constraints on an incoming file; they belong on upload fields only. */
export const FILE_CONSTRAINTS: ReadonlySet<string> = new Set(['File', 'Image']);

/** What is wrong with the value of an option, or undefined. */
export function optionFault(type: OptionType, value: unknown): string | undefined {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type ? undefined : `a ${type}`;
    case 'limit':
      return typeof value === 'number' || typeof value === 'string' ? undefined : 'a number or a date';
    case 'size': {
      const isSize =
        typeof value === 'number' || (typeof value === 'string' && /^\d+(?:[kMG]i?)?$/.test(value));
      return isSize
        ? undefined
        : 'a number of bytes or one with the suffix k, M, G, Ki, Mi or Gi, such as "5M"';
    }
    case 'list':
    case 'constraints':
      return Array.isArray(value) ? undefined : 'a list';
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'an object';
    case 'any':
      return undefined;
  }
}
