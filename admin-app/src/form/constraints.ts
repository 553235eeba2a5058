import * as rules from '../../../templates/client/rules.js';
import type { Place, Rule } from '../../../templates/client/rules.js';

/** Constraint of a schema file: `{ "Length": { "max": 20 } }`. */
export type Constraint = Readonly<Record<string, unknown>>;

/** Context of a validation: the active groups and the collector of violations. */
export interface ValidationContext {
  readonly groups: ReadonlySet<string>;
  readonly violations: unknown;
}

type Options = Readonly<Record<string, unknown>>;

/** Constraint functions of the generated client by their names in schema files. */
const RULES: Readonly<Record<string, Rule>> = {
  Blank: rules.blank,
  Choice: rules.choice,
  Count: rules.count,
  Country: rules.country,
  CssColor: rules.cssColor,
  Currency: rules.currency,
  Date: rules.date,
  DateTime: rules.dateTime,
  DivisibleBy: rules.divisibleBy,
  Email: rules.email,
  EqualTo: rules.equalTo,
  GreaterThan: rules.greaterThan,
  GreaterThanOrEqual: rules.greaterThanOrEqual,
  Hostname: rules.hostname,
  IdenticalTo: rules.identicalTo,
  Ip: rules.ip,
  IsFalse: rules.isFalse,
  IsNull: rules.isNull,
  IsTrue: rules.isTrue,
  Json: rules.json,
  Language: rules.language,
  Length: rules.length,
  LessThan: rules.lessThan,
  LessThanOrEqual: rules.lessThanOrEqual,
  Locale: rules.locale,
  Negative: rules.negative,
  NegativeOrZero: rules.negativeOrZero,
  NotBlank: rules.notBlank,
  NotEqualTo: rules.notEqualTo,
  NotIdenticalTo: rules.notIdenticalTo,
  NotNull: rules.notNull,
  PasswordStrength: rules.passwordStrength,
  Positive: rules.positive,
  PositiveOrZero: rules.positiveOrZero,
  Range: rules.range,
  Regex: rules.regex,
  Time: rules.time,
  Timezone: rules.timezone,
  Type: rules.type,
  Unique: rules.unique,
  Url: rules.url,
  Uuid: rules.uuid,
};

const FILE_RULES: Readonly<Record<string, Rule>> = { File: rules.file, Image: rules.image };

const DEFAULT = ['Default'];

/** Validates a value. The service validates constraints that have no function here. */
export function validateValue(
  constraints: readonly Constraint[],
  place: Place,
  context: ValidationContext,
): void {
  validateEntries(entriesOf(constraints, DEFAULT), place, context);
}

function validateEntries(entries: readonly Entry[], place: Place, context: ValidationContext): void {
  for (const entry of entries)
    if (entry[2].some((group) => context.groups.has(group))) validateConstraint(entry, place, context);
}

type Entry = readonly [name: string, options: Options, groups: readonly string[]];

function validateConstraint([name, options, groups]: Entry, place: Place, context: ValidationContext): void {
  const within = (list: unknown, inner: Place): void =>
    validateEntries(entriesOf(Array.isArray(list) ? (list as Constraint[]) : [], groups), inner, context);
  if (name === 'All') rules.all(place, { each: (entry) => within(options['constraints'], entry) });
  else if (name === 'Collection') rules.collection(place, { ...options, fields: keysOf(options, within) });
  else RULES[name]?.(place, options);
}

function keysOf(options: Options, within: (list: unknown, inner: Place) => void): object {
  const fields = Object.entries((options['fields'] ?? {}) as Readonly<Record<string, Options>>);
  return Object.fromEntries(
    fields.map(([key, { required, constraints }]) => [
      key,
      { optional: required === false, check: (inner: Place) => within(constraints, inner) },
    ]),
  );
}

/** Validates a file before the upload by its size, its name and the media type that the browser detects. */
export function validateFile(
  constraints: readonly Constraint[],
  path: string,
  file: File,
): string | undefined {
  const found: string[] = [];
  const violations = { add: ({ message }: { readonly message: string }) => void found.push(message) };
  const value = {
    size: file.size,
    mediaType: file.type,
    name: file.name,
    extension: /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '',
    ...{ width: null, height: null, isBroken: false },
  };
  for (const [name, options] of entriesOf(constraints, DEFAULT))
    // The service checks media types that the browser does not detect.
    if (file.type !== '' || name === 'File')
      FILE_RULES[name]?.(
        { violations, path, value },
        file.type === '' ? without(options, 'mimeTypes') : options,
      );
  return found[0];
}

const without = (options: Options, name: string): Options =>
  Object.fromEntries(Object.entries(options).filter(([key]) => key !== name));

function entriesOf(constraints: readonly Constraint[], outer: readonly string[]): Entry[] {
  return constraints.flatMap((constraint) =>
    Object.entries(constraint).map(([name, written]): Entry => {
      const options = typeof written === 'object' && written !== null ? (written as Options) : {};
      const { groups } = options;
      return [name, options, groups === undefined ? outer : [groups].flat().map(String)];
    }),
  );
}
