import pluralize from 'pluralize';
import { shortName } from 'cms-api-components/internal/kernel/util/database/constraint-name.js';
import { kebabCase, splitWords } from 'cms-api-components/internal/kernel/util/text/split-words.js';

export { kebabCase, splitWords };

/** `heroTitle` -> `hero_title` */
export function snakeCase(name: string): string {
  return splitWords(name).join('_');
}

/** `hero_image` -> `HeroImage`. Keeps the capitals of a name that is already in PascalCase. */
export function typeName(name: string): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(name)) return name;
  return splitWords(name).map(capitalise).join('');
}

/** Returns the path segment of a type. The last word is always plural (components.md section 11.1). */
export function pluralName(title: string): string {
  const words = splitWords(title);
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1), pluralWord(last)].join('_');
}

/** Returns the column name of a scalar member. */
export function columnName(member: string): string {
  return snakeCase(member);
}

/** Returns the column name of a relation to one record. */
export function foreignKeyColumn(member: string): string {
  return `${snakeCase(member)}_id`;
}

/** Returns the table and columns of a many-to-many relation, named after the owning side. Long names end in a hash. */
export function linkTableNames(
  table: string,
  { owner, member, target }: { readonly owner: string; readonly member: string; readonly target: string },
) {
  const ownColumn = foreignKeyColumn(owner);
  const targetColumn = foreignKeyColumn(target);
  return {
    table: shortName(`${table}_${snakeCase(member)}`),
    ownColumn: shortName(ownColumn),
    targetColumn: shortName(targetColumn === ownColumn ? `target_${targetColumn}` : targetColumn),
  };
}

/** Returns every identifier that emitters print for a type. */
export function resourceNames(title: string) {
  const plain = splitWords(title)
    .map((word, index) => (index === 0 ? word : capitalise(word)))
    .join('');
  return {
    file: kebabCase(title),
    type: title,
    input: `${title}Input`,
    patch: `${title}Patch`,
    attributes: `${plain}Attributes`,
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
