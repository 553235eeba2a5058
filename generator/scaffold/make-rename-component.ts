import type { JsonObject, JsonValue } from '../../runtime/contract/json.js';
import { pluralName } from '../model/naming.js';
import { printJson } from '../render/json.js';
import { assertTypeName, ScaffoldError, type MadeFiles } from './scaffold.js';

export interface RenameRequest {
  readonly oldName: string;
  readonly newName: string;
  /** Collection paths; default: the one the schema file gives, and the one the new name gives. */
  readonly oldIri?: string;
  readonly newIri?: string;
  /** The parsed `schemas/<Old>.json`; absent when there is no such file. */
  readonly schema?: JsonObject;
}

export interface MadeRename extends MadeFiles {
  /** Paths to delete once the new files are there. */
  readonly obsolete: readonly string[];
  /** What allowed lists of groups hold before and after. */
  readonly oldIri: string;
  readonly newIri: string;
}

/**
 * Renames a component type (accounts.md section 14.4): the schema file gets the new title and names the old one in
 * `x-renamed-from`. The next `cms generate` makes the migration of it: the table, the stored discriminator and the entries
 * of `allowedComponents` follow, with their reverse.
 * @throws ScaffoldError when a name or path cannot be used, or a path cannot be told.
 */
export function makeRenameComponent(request: RenameRequest): MadeRename {
  const { oldName, newName, schema } = request;
  assertTypeName(oldName);
  assertTypeName(newName);
  if (oldName === newName) throw new ScaffoldError('The new name is the old one. Choose another.');
  if (schema === undefined) {
    throw new ScaffoldError(`There is no schemas/${oldName}.json. Name a component type of this project.`);
  }
  const oldIri = checkedIri(request.oldIri ?? collectionPath(schema, oldName), '--old-iri');
  const newIri = checkedIri(request.newIri ?? `/component/${pluralName(newName)}`, '--new-iri');
  const path = `schemas/${newName}.json`;
  return {
    files: [{ path, content: printSchema(renamed(schema, { oldName, newName, newIri })) }],
    obsolete: [`schemas/${oldName}.json`],
    oldIri,
    newIri,
    guidance: [
      `${path} takes the place of schemas/${oldName}.json. Relations in other schema files that name ${oldName} must name ${newName}.`,
      `Rename the front end's CwaComponent${oldName} to CwaComponent${newName} and its imports.`,
      'Run `cms generate`, review the migration, then run `cms migrate:run`: it renames the table, the stored type and',
      `${oldIri} in the allowedComponents of every group to ${newIri}.`,
    ],
  };
}

function collectionPath(schema: JsonObject, name: string): string {
  const plural = schema['x-plural'];
  return `/component/${typeof plural === 'string' ? plural : pluralName(name)}`;
}

function checkedIri(iri: string, option: string): string {
  if (!iri.startsWith('/')) {
    throw new ScaffoldError(
      `${option} must be a collection IRI path starting with "/" (e.g. /component/html_contents).`,
    );
  }
  if (iri.startsWith('/.well-known/genid/')) {
    throw new ScaffoldError(
      `${option} names a resource without an address. Give the path of its collection.`,
    );
  }
  return iri;
}

function renamed(
  schema: JsonObject,
  { oldName, newName, newIri }: { oldName: string; newName: string; newIri: string },
): JsonObject {
  const { $schema, 'x-renamed-from': earlier } = schema;
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !REWRITTEN.has(key)));
  const former = Array.isArray(earlier) ? earlier : [];
  const plural = newIri.split('/').at(-1) ?? '';
  // A group such as `Old:published` belongs to the type, wherever the file spells it out.
  const body = replaceGroups(rest, oldName, newName);
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: newName,
    'x-renamed-from': [oldName, ...former],
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
    return isObject(inner) ? replaceGroups(inner, oldName, newName) : inner;
  };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member)]));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members on lines of their own, what is small on one. */
function printSchema(value: JsonValue, indent = ''): string {
  const text = printJsonAt(value, indent);
  return indent === '' ? `${text}\n` : text;
}

function printJsonAt(value: JsonValue, indent: string): string {
  const flat = printJson(value);
  if (!isObject(value) || (indent !== '' && indent.length + flat.length <= 90)) return flat;
  const members = Object.entries(value).map(
    ([key, member]) => `${indent}  ${JSON.stringify(key)}: ${printJsonAt(member ?? null, `${indent}  `)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}
