import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { isJsonObject } from 'cms-api-components/internal/kernel/util/json-object.js';
import { pluralName } from '../model/naming.js';
import type { GeneratedFile } from '../output/file-set.js';
import { printJson } from '../render/json.js';
import { assertTypeName, ScaffoldError, type MadeFiles } from './scaffold.js';

export interface RenameRequest {
  readonly oldName: string;
  readonly newName: string;
  /** Collection paths; default: the one the schema file gives, and the one the new name gives. */
  readonly oldIri?: string;
  readonly newIri?: string;
  /** The schema file is renamed by hand: one that still has the old name is refused. */
  readonly keepsSchema?: boolean;
  /** Texts of all schema files, by their path in the project. */
  readonly schemas: ReadonlyMap<string, string>;
}

export interface MadeRename extends MadeFiles {
  /** Schema files that name the type, as they become. */
  readonly changed: readonly GeneratedFile[];
  /** Paths to delete. */
  readonly obsolete: readonly string[];
  /** The allowed lists of groups before and after the renaming. */
  readonly oldIri: string;
  readonly newIri: string;
  /** Where rows of the type may be: a database that lags behind has them under an earlier name. */
  readonly stored: StoredNames;
}

/** Names of a type in a database. */
export interface StoredNames {
  /** Types of components. */
  readonly types: readonly string[];
  /** Tables of records, which have no row beside that of their table; empty for components. */
  readonly tables: readonly string[];
}

/**
 * Renames a component or record type (accounts.md section 14.4): the schema file of the new name says the old one in
 * `x-renamed-from`, and other schema files name the new one. The migration of it takes the table, the stored
 * discriminator and the entries of `allowedComponents` along, with their reverse. A schema file that still has the old
 * name becomes that of the new one.
 * @throws ScaffoldError when a name or path cannot be used, or a path is not known.
 */
export function makeRenameComponent(request: RenameRequest): MadeRename {
  const { oldName, newName, schemas } = request;
  assertTypeName(oldName);
  assertTypeName(newName);
  if (oldName === newName)
    throw new ScaffoldError('The new name is the same as the old one. Choose another name.');
  const oldPath = schemaPath(oldName);
  const path = schemaPath(newName);
  if (request.keepsSchema === true && schemas.has(oldPath)) {
    throw new ScaffoldError(
      `${oldPath} still exists, but --keep-schema requires that it was renamed by hand. Rename the file to ${path} and its "title" to ${newName}, then run the command again.`,
    );
  }
  const { newIri, oldIri, text, isMoved } =
    !schemas.has(oldPath) && schemas.has(path) ? followRename(request) : moveSchema(request);
  const changed = [...schemas]
    .filter(([file]) => file !== oldPath && file !== path)
    .map(([file, before]) => ({ path: file, content: renameReferences(before, oldName, newName) }))
    .filter(({ path: file, content }) => content !== schemas.get(file));
  const schema = { path, content: renameReferences(text, oldName, newName) };
  const isSame = schema.content === schemas.get(path);
  return {
    files: isMoved ? [schema] : [],
    changed: isMoved || isSame ? changed : [schema, ...changed],
    obsolete: isMoved ? [oldPath] : [],
    oldIri,
    newIri,
    stored: storedNames(parseObject(schema.content) ?? {}, oldName, oldIri),
    guidance: [
      newIri.startsWith('/record/')
        ? `Rename ${oldName} in scaffolds and project code.`
        : `Rename CwaComponent${oldName} to CwaComponent${newName} in the front end, and ${oldName} in imports and scaffolds. Stored uiComponent values do not change.`,
      'Review the migration, then run `cms migrate:run`. It renames the table and the stored type, and replaces',
      `${oldIri} in the allowedComponents of groups with ${newIri}. To undo it, run \`cms migrate:revert\`.`,
    ],
  };
}

function storedNames(schema: JsonObject, oldName: string, oldIri: string): StoredNames {
  const { 'x-renamed-from': earlier, 'x-table': table, 'x-resource': kind } = schema;
  const previous = (Array.isArray(earlier) ? earlier : []).map(String).filter((name) => name !== oldName);
  const plurals = [oldIri.split('/').at(-1) ?? '', ...previous.map(pluralName)];
  return {
    types: [oldName, ...previous],
    tables: kind === 'record' ? (typeof table === 'string' ? [table] : plurals) : [],
  };
}

/** Path of a type's schema file in the project. */
export function schemaPath(name: string): string {
  return `schemas/${name}.json`;
}

interface RenamedSchema {
  readonly oldIri: string;
  readonly newIri: string;
  /** The text of the file of the new name. */
  readonly text: string;
  /** Whether the file of the old name is removed. */
  readonly isMoved: boolean;
}

function moveSchema({ oldName, newName, schemas, ...given }: RenameRequest): RenamedSchema {
  const oldPath = schemaPath(oldName);
  const schema = readComponent(schemas, oldPath);
  const stored = collectionPath(schema, oldName);
  const oldIri = storedIri(given.oldIri, '--old-iri', { path: oldPath, stored });
  const newIri = newIriOf(schema, given.newIri) ?? `${folderOf(schema)}/${pluralName(newName)}`;
  const text = printSchema(renamed(schema, { oldName, newName, newIri }));
  return { oldIri, newIri, text, isMoved: true };
}

/** Follows a file that was renamed already: the rest of the project still names the old type. */
function followRename({ oldName, newName, schemas, ...given }: RenameRequest): RenamedSchema {
  const path = schemaPath(newName);
  const schema = readComponent(schemas, path);
  const newIri = storedIri(given.newIri, '--new-iri', { path, stored: collectionPath(schema, newName) });
  const oldIri = givenIri(given.oldIri, '--old-iri') ?? `${folderOf(schema)}/${pluralName(oldName)}`;
  const previous = schema['x-renamed-from'];
  const isKnown = Array.isArray(previous) && previous.includes(oldName);
  const text = isKnown ? schemas.get(path) : printSchema(renamed(schema, { oldName, newName, newIri }));
  return { oldIri, newIri, text: text ?? '', isMoved: false };
}

/** @throws ScaffoldError for a given path that is not the one the schema file says. */
function storedIri(
  given: string | undefined,
  option: string,
  { path, stored }: { readonly path: string; readonly stored: string },
): string {
  if ((givenIri(given, option) ?? stored) === stored) return stored;
  throw new ScaffoldError(
    `${option} does not match ${path}, where the collection is ${stored}. Use ${stored}.`,
  );
}

function readComponent(schemas: ReadonlyMap<string, string>, path: string): JsonObject {
  const text = schemas.get(path);
  if (text === undefined) {
    throw new ScaffoldError(
      `${path} does not exist. Use the name of a component or record type of this project.`,
    );
  }
  const schema = parseObject(text);
  if (schema === undefined)
    throw new ScaffoldError(`${path} is not a valid JSON object. Run \`cms generate\` to see the error.`);
  if (schema['x-resource'] !== 'component' && schema['x-resource'] !== 'record') {
    throw new ScaffoldError(
      `${path} is not a component or record type. Rename other types by hand: rename the file, change "title", and add the old title to "x-renamed-from".`,
    );
  }
  return schema;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue; // JSON.parse makes nothing else
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keywords that hold a type's title; the rest of the text stays as it was typed. */
function renameReferences(text: string, oldName: string, newName: string): string {
  const reference = new RegExp(
    `("(?:x-component|x-extends|target|persist)"\\s*:\\s*|"persist"\\s*:\\s*\\{[^}]*"type"\\s*:\\s*)"${oldName}"`,
    'g',
  );
  return text.replaceAll(reference, `$1"${newName}"`);
}

const folderOf = (schema: JsonObject): string =>
  `/${schema['x-resource'] === 'record' ? 'record' : 'component'}`;

function collectionPath(schema: JsonObject, name: string): string {
  const plural = schema['x-plural'];
  return `${folderOf(schema)}/${typeof plural === 'string' ? plural : pluralName(name)}`;
}

/** @throws ScaffoldError for a path of another kind of type: the kind stays. */
function newIriOf(schema: JsonObject, given: string | undefined): string | undefined {
  const iri = givenIri(given, '--new-iri');
  if (iri === undefined || iri.startsWith(`${folderOf(schema)}/`)) return iri;
  throw new ScaffoldError(
    `--new-iri must be a path below ${folderOf(schema)}/, because a rename cannot change the kind of a type.`,
  );
}

/** A given collection path, without the API prefix. */
function givenIri(iri: string | undefined, option: string): string | undefined {
  if (iri === undefined) return undefined;
  if (iri.startsWith('/.well-known/genid/')) {
    throw new ScaffoldError(
      `${option} is the IRI of a resource without an address. Use the path of its collection.`,
    );
  }
  if (!iri.startsWith('/')) {
    throw new ScaffoldError(
      `${option} must be a collection IRI path starting with "/" (e.g. /component/html_contents).`,
    );
  }
  const path = /\/(?:component|record)\/[a-z][a-z0-9_]*$/.exec(iri)?.[0];
  if (path === undefined) {
    throw new ScaffoldError(
      `${option} must be the path of a collection of components or records, e.g. /component/html_contents.`,
    );
  }
  return path;
}

function renamed(
  schema: JsonObject,
  { oldName, newName, newIri }: { oldName: string; newName: string; newIri: string },
): JsonObject {
  const { $schema, 'x-renamed-from': earlier } = schema;
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !REWRITTEN.has(key)));
  // A type that gets an earlier name back was not renamed from it.
  const previous = (Array.isArray(earlier) ? earlier : []).filter((name) => name !== newName);
  const plural = newIri.split('/').at(-1) ?? '';
  // A group such as `Old:published` belongs to the type, wherever the file spells it out.
  const body = replaceGroups(rest, oldName, newName);
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: newName,
    'x-renamed-from': [oldName, ...previous],
    ...(plural === pluralName(newName) ? {} : { 'x-plural': plural }),
    ...body,
  };
}

/** Keywords that the new file states anew. */
const REWRITTEN: ReadonlySet<string> = new Set(['$schema', 'title', 'x-renamed-from', 'x-plural']);

function replaceGroups(value: JsonObject, oldName: string, newName: string): JsonObject {
  const replace = (inner: JsonValue | undefined): JsonValue | undefined => {
    if (typeof inner === 'string') {
      return inner.startsWith(`${oldName}:`) ? newName + inner.slice(oldName.length) : inner;
    }
    if (Array.isArray(inner)) return inner.map((entry: JsonValue) => replace(entry) ?? null);
    return isJsonObject(inner) ? replaceGroups(inner, oldName, newName) : inner;
  };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member)]));
}

/** Prints each member on a line of its own, and small values on one line. */
const printSchema = (value: JsonValue): string => `${printJsonAt(value, '')}\n`;

function printJsonAt(value: JsonValue, indent: string): string {
  const flat = printJson(value);
  if (!isJsonObject(value) || (indent !== '' && indent.length + flat.length <= 90)) return flat;
  const members = Object.entries(value).map(
    ([key, member]) => `${indent}  ${JSON.stringify(key)}: ${printJsonAt(member ?? null, `${indent}  `)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}
