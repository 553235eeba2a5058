import { basename } from 'node:path/posix';
import type { FolderFile } from 'cms-api-components/internal/kernel/contract/features/schema-folder.js';
import { kebabCase, resourceNames, typeName } from '../text/naming.js';
import type { ResourceDefinition } from '../schema/definition.js';
import { RESERVED_PATHS, RESERVED_TABLES, RESERVED_TYPES } from '../schema/reserved-names.js';
import { type CheckContext, type CheckedFile, segmentOf, tableOf } from '../schema/schema-set.js';
import { type FieldOwner, fieldOwners } from './owners.js';

type File = CheckedFile<ResourceDefinition>;

/** Checks that titles, paths, tables and class identifiers are valid, not reserved, and unique. */
export function checkNames(context: CheckContext): void {
  for (const file of context.resources) {
    checkFileName(file, 'title', file.definition.title);
    checkReservedTitle(file);
  }
  const routed = context.resources.filter((file) => file.definition['x-resource'] !== 'embedded');
  checkUsedOnce(context.resources, 'title', (file) => file.definition.title);
  checkUsedOnce(context.resources, 'generated file name', (file) => kebabCase(file.definition.title));
  checkUsedOnce(routed, 'plural', collectionPath);
  checkUsedOnce(routed, 'table', (file) => tableOf(file.definition));
  checkUsedOnce(routed, 'x-class', (file) => file.definition['x-class']?.replace(/^\\/, ''));
  for (const file of routed) checkReservedPlaces(file);
}

/** Checks that the name in the file equals the file name. */
export function checkFileName(
  { source, place }: Pick<FolderFile, 'source' | 'place'>,
  keyword: string,
  name: string,
): void {
  const expected = basename(source.path, '.json');
  if (name === expected) return;
  place
    .below(keyword)
    .report(
      `The ${keyword} ${JSON.stringify(name)} differs from the file name.`,
      `Write ${JSON.stringify(expected)}, or rename the file to ${JSON.stringify(`${name}.json`)}.`,
    );
}

function checkReservedTitle({ definition, place }: File): void {
  if (!RESERVED_TYPES.has(definition.title)) return;
  place
    .below('title')
    .report(
      `${JSON.stringify(definition.title)} is the name of a built-in type.`,
      'Choose another name for the type and its file.',
    );
}

function checkReservedPlaces(file: File): void {
  const { definition, place } = file;
  const path = collectionPath(file);
  if (RESERVED_PATHS.has(path)) {
    place
      .below(definition['x-plural'] === undefined ? 'title' : 'x-plural')
      .report(`The collection ${path} belongs to a built-in type.`, 'Set "x-plural" to another name.');
  }
  const table = tableOf(definition);
  if (RESERVED_TABLES.has(table)) {
    place
      .below(definition['x-table'] === undefined ? 'title' : 'x-table')
      .report(
        `The table ${JSON.stringify(table)} belongs to a built-in type.`,
        'Set "x-table" to another name.',
      );
  }
}

function checkUsedOnce(
  files: readonly File[],
  what: string,
  keyOf: (file: File) => string | undefined,
): void {
  const first = new Map<string, File>();
  for (const file of files) {
    const key = keyOf(file);
    if (key === undefined) continue;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, file);
      continue;
    }
    const same = file.definition.title === other.definition.title;
    if (what !== 'title' && same) continue;
    file.place
      .below(keywordFor(what, file))
      .report(`The ${what} ${JSON.stringify(key)} is already used by ${other.source.file}.`, hintFor(what));
  }
}

function keywordFor(what: string, { definition }: File): string {
  if (what === 'plural' && definition['x-plural'] !== undefined) return 'x-plural';
  if (what === 'table' && definition['x-table'] !== undefined) return 'x-table';
  return what === 'x-class' ? 'x-class' : 'title';
}

function hintFor(what: string): string {
  switch (what) {
    case 'plural':
      return 'Set "x-plural" in one of the two files.';
    case 'table':
      return 'Set "x-table" in one of the two files.';
    case 'x-class':
      return 'Set a different "x-class" for each type.';
    default:
      return 'Choose titles that differ in more than upper and lower case.';
  }
}

const collectionPath = ({ definition }: File): string =>
  `/${definition['x-resource']}/${segmentOf(definition)}`;

/** Suffixes of client types: `Contact` becomes `ContactInput` and `ContactPatch`. */
const SUFFIXES: ReadonlySet<string> = new Set(['Input', 'Patch']);

/** Shape names that the API reference already uses: `Contact.jsonld` is the document itself. */
const DOCUMENTS: ReadonlySet<string> = new Set(['jsonld', 'jsonld-input']);

/**
 * Checks that client type names are unique, because `types/index.d.ts` exports those of every file. Forms have their
 * own check.
 */
export function checkClientTypes(context: CheckContext): void {
  const owners = fieldOwners(context);
  const titles = new Set(owners.map(({ title }) => title));
  for (const owner of owners) {
    checkTitle(owner, titles);
    checkShapeNames(owner);
  }
}

function checkTitle({ kind, title, place }: FieldOwner, titles: ReadonlySet<string>): void {
  const stem = title.replace(/(?:Input|Patch)$/, '');
  if (stem !== title && titles.has(stem)) {
    place
      .below('title')
      .report(
        `The client type ${title} is already used for requests of ${stem}.`,
        `Choose another name: the types of ${stem} are ${clientTypes(stem).join(', ')}.`,
      );
  } else if (kind === 'embedded' && SUFFIXES.has(title)) {
    place
      .below('title')
      .report(
        `An embedded type can't be called ${title}. Inside a type such as Contact it would be Contact${title}, which is reserved.`,
        'Choose another name for the type and its file.',
      );
  }
}

function clientTypes(title: string): readonly string[] {
  const { type, input, patch } = resourceNames(title);
  return [type, input, patch];
}

function checkShapeNames({ title, place, definition }: FieldOwner): void {
  const first = new Map<string, string>();
  for (const name of Object.keys(definition.$defs ?? {})) {
    const type = typeName(name);
    const other = first.get(type);
    first.set(type, other ?? name);
    const taken = SUFFIXES.has(type)
      ? `the request type of ${title}`
      : DOCUMENTS.has(name)
        ? title
        : undefined;
    const by = other === undefined ? taken : `the shape ${JSON.stringify(other)}`;
    if (by === undefined) continue;
    place
      .below('$defs', name)
      .report(
        `The shape name ${JSON.stringify(name)} is already used: ${title}${type} is ${by}.`,
        'Choose another name for the shape.',
      );
  }
}
