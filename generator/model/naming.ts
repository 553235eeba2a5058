import { createHash } from 'node:crypto';
import pluralize from 'pluralize';
import type { ResourceNames } from './types.js';

/** Longest name of a key or index; leaves room for a table prefix below the 63 characters PostgreSQL keeps. */
const MAX_CONSTRAINT_NAME = 60;

/** Names a generated file uses itself, and words that TypeScript does not accept as a variable. */
const RESERVED_WORDS = new Set(
  (
    'arguments await boolean break case catch class const continue debugger default delete do else enum eval export ' +
    'extends false finally for function if implements import in instanceof interface let new null number object of ' +
    'package private protected public return static string super switch symbol this throw true try typeof undefined ' +
    'unknown var void while with yield value context violations groups manifest'
  ).split(' '),
);

/** `HeroImage`, `heroImage`, `hero-image`, `HTMLContent`, `plan2Go` -> lower-case words. */
export function splitWords(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** `heroTitle` -> `hero_title` */
export function snakeCase(name: string): string {
  return splitWords(name).join('_');
}

/** `HeroImage` -> `hero-image` */
export function kebabCase(name: string): string {
  return splitWords(name).join('-');
}

/** `HeroImage` -> `heroImage`; a reserved word gets a trailing underscore. */
export function variableName(name: string): string {
  const words = splitWords(name);
  const camel = words.map((word, index) => (index === 0 ? word : capitalise(word))).join('');
  const safe = /^[0-9]/.test(camel) || camel === '' ? `_${camel}` : camel;
  return RESERVED_WORDS.has(safe) ? `${safe}_` : safe;
}

/** `hero_image` -> `HeroImage`; keeps the inner capitals of a name that is already one. */
export function typeName(name: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
  return splitWords(name).map(capitalise).join('');
}

/** Path segment of a type: the last word is always plural (components.md section 11.1). */
export function pluralName(title: string): string {
  const words = splitWords(title);
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1), pluralWord(last)].join('_');
}

/** Column of a scalar member. */
export function columnName(member: string): string {
  return snakeCase(member);
}

/** Column of a relation to one record. */
export function foreignKeyColumn(member: string): string {
  return `${snakeCase(member)}_id`;
}

/** Table and columns of a many-to-many relation, named on the owning side. */
export function linkTableNames(table: string, owner: string, member: string, target: string) {
  const ownColumn = `${snakeCase(owner)}_id`;
  const targetColumn = `${snakeCase(target)}_id`;
  return {
    table: `${table}_${snakeCase(member)}`,
    ownColumn,
    targetColumn: targetColumn === ownColumn ? `target_${targetColumn}` : targetColumn,
  };
}

/** Deterministic name of an index, unique key or foreign key; long ones end in a hash of the whole. */
export function constraintName(
  kind: 'idx' | 'uniq' | 'fk',
  table: string,
  columns: readonly string[],
): string {
  const name = [kind, table, ...columns].join('_');
  if (name.length <= MAX_CONSTRAINT_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_CONSTRAINT_NAME - hash.length - 1)}_${hash}`;
}

/** Every identifier that emitters print for a type. */
export function resourceNames(title: string): ResourceNames {
  const plain = splitWords(title)
    .map((word, index) => (index === 0 ? word : capitalise(word)))
    .join('');
  return {
    file: kebabCase(title),
    variable: variableName(title),
    type: title,
    input: `${title}Input`,
    patch: `${title}Patch`,
    row: `${title}Row`,
    attributes: `${plain}Attributes`,
    associations: `${plain}Associations`,
    controller: `${plain}Controller`,
    descriptor: `${plain}Descriptor`,
    validator: `validate${title}`,
  };
}

function pluralWord(word: string): string {
  const plural = pluralize.plural(word);
  if (plural !== word) return plural;
  const alreadyPlural = word.endsWith('s') && pluralize.singular(word) !== word;
  if (alreadyPlural) return word;
  return word.endsWith('s') ? `${word}es` : `${word}s`;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
