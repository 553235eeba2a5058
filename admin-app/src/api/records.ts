import type { RaRecord } from 'ra-core';
import { displayValueOf } from './display-names.js';
import { API_URL } from './page-settings.js';
import type { ApiDocument } from './client.js';
import type { AdminMember, AdminType } from './model.js';

/** Values of a form by member. */
export type Values = Readonly<Record<string, unknown>>;

/** Document with an `id`, as react-admin requires it. */
export interface AdminRecord extends RaRecord<string>, ApiDocument {
  readonly id: string;
}

/** Key of the number of a reading. Screens copy records, but the client finds the version by the original document. */
const READING = '~reading';
const PREFIX = new URL(API_URL).pathname.replace(/\/$/, '');
const KEPT_READINGS = 500;

interface Reading {
  document: ApiDocument;
  /** Values that were saved directly before this reading. */
  readonly sent: Values | undefined;
}

const readings = new Map<number, Reading>();
let last = 0;

/** Returns the part of an IRI after the path of its type. The address bar shows it. */
export const idOf = (type: AdminType, iri: string): string => iri.slice(PREFIX.length + type.path.length + 1);

export const iriOf = (type: AdminType, id: string): string => `${PREFIX}${type.path}/${id}`;

/** Converts a document of a list. It has no version. */
export const recordOf = (type: AdminType, document: ApiDocument): AdminRecord => ({
  ...document,
  id: idOf(type, document['@id']),
});

/**
 * Converts a document that was read alone, so that a change of it sends its version.
 * @param sent values of the form that were saved directly before
 */
export function readRecordOf(type: AdminType, document: ApiDocument, sent?: Values): AdminRecord {
  last += 1;
  readings.set(last, { document, sent });
  readings.delete(last - KEPT_READINGS);
  return { ...withoutValues(type), ...recordOf(type, document), [READING]: last };
}

/**
 * Returns every member as null. Documents omit empty members, and react-admin would keep the values of the previous
 * document for them.
 */
const withoutValues = ({ members }: AdminType): Values =>
  Object.fromEntries(members.map(({ name }) => [name, null]));

/** Returns the number of the reading, or undefined for documents of lists. */
export const readingOf = (record: AdminRecord): number | undefined => record[READING] as number | undefined; // only readRecordOf writes it

/** Returns the original document of a record, or its IRI if the record comes from a list. */
export const targetOf = (type: AdminType, record: AdminRecord): ApiDocument | string =>
  readings.get(readingOf(record) ?? 0)?.document ?? iriOf(type, record.id);

/**
 * Replaces the original document of a record after a part of its changes was saved. The next part, or the next attempt,
 * then requires the new version.
 */
export function savedAs(record: AdminRecord, document: ApiDocument): void {
  const reading = readings.get(readingOf(record) ?? 0);
  if (reading !== undefined) reading.document = document;
}

/** Returns the values that were saved directly before the record was read. */
export const sentBefore = (record: AdminRecord): Values | undefined =>
  readings.get(readingOf(record) ?? 0)?.sent;

/** Returns the members that a request may contain to create or change a record. */
export function writableMembers(type: AdminType, isNew: boolean): readonly AdminMember[] {
  const { properties = {} } = isNew ? type.input : type.patch;
  return type.members.filter(
    ({ name, readOnly }) => !readOnly && (name in properties || type.files.includes(name)),
  );
}

/** Returns the label of a record: its first non-empty text, or else its kind. */
export function labelOf(type: AdminType | undefined, record: ApiDocument): string {
  const names = (type?.members ?? []).filter(isNaming).map(({ name }) => name);
  // Routes also have a technical name.
  const first = type?.name === 'Route' ? ['path'] : PREFERRED;
  const ordered = [...first.filter((name) => names.includes(name)), ...names];
  const texts = ordered.map((name) => record[name]).filter((value) => typeof value === 'string');
  const text = texts.map((value) => plain(value)).find((value) => value !== '');
  return text === undefined ? kindOf(type, record) : shorten(text);
}

/** Returns the first enum value of a record without texts, such as the form type, or else the end of its IRI. */
function kindOf(type: AdminType | undefined, record: ApiDocument): string {
  const chosen = (type?.members ?? []).find(({ name, kind }) => kind === 'enum' && Boolean(record[name]));
  return chosen === undefined
    ? (record['@id'].split('/').pop() ?? '')
    : displayValueOf(String(record[chosen.name]));
}

const PREFERRED = ['title', 'name', 'label', 'reference', 'username', 'path', 'key'];
const isNaming = ({ kind, writeOnly }: AdminMember): boolean =>
  !writeOnly && (kind === 'string' || kind === 'text' || kind === 'html');

const MAX_LABEL = 80;
const shorten = (text: string): string =>
  text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1).trimEnd()}…` : text;

/** Returns the text content of HTML. The result is always rendered as text. */
export const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
