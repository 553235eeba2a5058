import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BulkError, type JsonObject, type JsonValue } from 'cms-api-components';
import { isJsonObject } from '../json-object.js';

/** Parts of a WordPress item that can be mapped to a member. */
const PARTS = [
  'title',
  'content',
  'excerpt',
  'author',
  'date',
  'tags',
  'categories',
  'name',
  'link',
] as const;
export type Part = (typeof PARTS)[number];

/** The component for the text of an item. */
export interface RequestedText {
  readonly slot?: string;
  readonly member?: string;
}

/** Mapping of a post type. Omitted settings are detected automatically. */
export interface RequestedMapping {
  readonly pageData?: string;
  readonly template?: string;
  /** Null maps the text to no component. */
  readonly text?: RequestedText | null;
  readonly members?: Readonly<Record<string, Part>>;
}

/**
 * Reads a mapping file and returns the mappings by post type.
 * @throws BulkError naming the problem
 */
export async function readMappingFile(named: string): Promise<ReadonlyMap<string, RequestedMapping>> {
  const fail = (message: string): never => {
    throw new BulkError(`${named}: ${message}`);
  };
  const text = await readFile(resolve(process.cwd(), named), 'utf8').catch(() =>
    fail('The file is not readable.'),
  );
  let read: JsonValue;
  try {
    read = JSON.parse(text) as JsonValue; // JSON.parse returns JSON
  } catch (error) {
    return fail(`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const types = objectAt(read, 'It', fail);
  if (Object.keys(types).length === 0) fail('The file maps no post types. Add at least one, such as "post".');
  return new Map(Object.entries(types).map(([type, entry]) => [type, readMapping(type, entry, fail)]));
}

type Fail = (message: string) => never;

function readMapping(type: string, entry: JsonValue | undefined, fail: Fail): RequestedMapping {
  const { pageData, template, text, members, ...others } = objectAt(entry, `"${type}"`, fail);
  refuseOthers(others, `"${type}" has "pageData", "template", "text" and "members"`, fail);
  return {
    ...textAt('pageData', pageData, fail),
    ...textAt('template', template, fail),
    ...(text === undefined ? {} : { text: text === null ? null : readText(text, fail) }),
    ...(members === undefined ? {} : { members: readMembers(members, fail) }),
  };
}

function readText(text: JsonValue, fail: Fail): RequestedText {
  const { slot, member, ...others } = objectAt(text, '"text"', fail);
  refuseOthers(others, '"text" has "slot" and "member"', fail);
  return { ...textAt('slot', slot, fail), ...textAt('member', member, fail) };
}

function readMembers(members: JsonValue, fail: Fail): Readonly<Record<string, Part>> {
  const entries = Object.entries(objectAt(members, '"members"', fail)).map(([name, value]) => {
    const part = PARTS.find((each) => each === value);
    return [name, part ?? fail(`"${name}" must be one of ${PARTS.join(', ')}.`)] as const;
  });
  return Object.fromEntries(entries);
}

const objectAt = (value: JsonValue | undefined, what: string, fail: Fail): JsonObject =>
  isJsonObject(value) ? value : fail(`${what} must be an object.`);

function textAt(name: string, value: JsonValue | undefined, fail: Fail): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  return typeof value === 'string' ? { [name]: value } : fail(`"${name}" must be a string.`);
}

function refuseOthers(others: JsonObject, known: string, fail: Fail): void {
  const [other] = Object.keys(others);
  if (other !== undefined) fail(`${known}, but not "${other}".`);
}
