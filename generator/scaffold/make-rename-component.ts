import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { isJsonObject } from 'cms-api-components/internal/kernel/util/json-object.js';
import { pluralName } from '../text/naming.js';
import type { GeneratedFile } from '../output/file-set.js';
import { printJson } from '../render/json.js';
import { assertTypeName, ScaffoldError, type MadeFiles } from './scaffold.js';

export interface RenameRequest {
  readonly oldName: string;
  readonly newName: string;
  /** Collection paths; default: the path from the schema file and the path derived from the new name. */
  readonly oldIri?: string;
  readonly newIri?: string;
  /** Whether the user renames the schema file. A file that still has the old name is rejected. */
  readonly keepsSchema?: boolean;
  /** Contents of all schema files by project path. */
  readonly schemas: ReadonlyMap<string, string>;
}

export interface MadeRename extends MadeFiles {
  /** Updated schema files. */
  readonly changed: readonly GeneratedFile[];
  /** Paths to delete. */
  readonly obsolete: readonly string[];
  /** Collection paths before and after renaming, which are also entries of `allowedComponents`. */
  readonly oldIri: string;
  readonly newIri: string;
  /** Names under which rows may be stored. A database that is behind uses a previous name. */
  readonly stored: StoredNames;
}

/** Names of a type in a database. */
export interface StoredNames {
  /** Component types. */
  readonly types: readonly string[];
  /** Record tables; empty for components. */
  readonly tables: readonly string[];
}

/**
 * Renames a component or record type (accounts.md section 14.4). The new schema file lists the old name in
 * `x-renamed-from`, and other schema files reference the new one. The reversible migration renames the table, the
 * stored discriminator and the entries of `allowedComponents`. An existing schema file of the old name is moved.
 * @throws ScaffoldError if a name or path is invalid or unknown.
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

/** Returns the project path of a type's schema file. */
export function schemaPath(name: string): string {
  return `schemas/${name}.json`;
}

interface RenamedSchema {
  readonly oldIri: string;
  readonly newIri: string;
  /** Content of the new file. */
  readonly text: string;
  /** Whether the old file is deleted. */
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

/** Handles a schema file that was already renamed, while other files still use the old name. */
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

/** @throws ScaffoldError if a given path differs from the schema file. */
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
    const value = JSON.parse(text.replace(/^\uFEFF/, '')) as JsonValue; // JSON.parse returns JSON values only
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the title in keywords that reference types. Keeps the formatting of the text. */
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

/** @throws ScaffoldError for a path of another kind of type, because the kind can't change. */
function newIriOf(schema: JsonObject, given: string | undefined): string | undefined {
  const iri = givenIri(given, '--new-iri');
  if (iri === undefined || iri.startsWith(`${folderOf(schema)}/`)) return iri;
  throw new ScaffoldError(
    `--new-iri must be a path below ${folderOf(schema)}/, because a rename cannot change the kind of a type.`,
  );
}

/** Returns a given collection path without the API prefix. */
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
  // A type that returns to a previous name wasn't renamed from it.
  const previous = (Array.isArray(earlier) ? earlier : []).filter((name) => name !== newName);
  const plural = newIri.split('/').at(-1) ?? '';
  // Validation groups such as `Old:published` contain the type name.
  const body = replaceGroups(rest, oldName, newName);
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: newName,
    'x-renamed-from': [oldName, ...previous],
    ...(plural === pluralName(newName) ? {} : { 'x-plural': plural }),
    ...body,
  };
}

/** Keywords that the new file redefines. */
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

/** Prints each member on its own line, and small values on one line. */
const printSchema = (value: JsonValue): string => `${printJsonAt(value, '')}\n`;

function printJsonAt(value: JsonValue, indent: string): string {
  const flat = printJson(value);
  if (!isJsonObject(value) || (indent !== '' && indent.length + flat.length <= 90)) return flat;
  const members = Object.entries(value).map(
    ([key, member]) => `${indent}  ${JSON.stringify(key)}: ${printJsonAt(member ?? null, `${indent}  `)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}
