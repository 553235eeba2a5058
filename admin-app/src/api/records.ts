import type { RaRecord } from 'ra-core';
import { displayValueOf } from './display-names.js';
import { API_URL } from './page-settings.js';
import type { ApiDocument } from './client.js';
import type { AdminMember, AdminType } from './model.js';

/** Members of a form, by their names. */
export type Values = Readonly<Record<string, unknown>>;

/** A document as screens hold it. */
export interface AdminRecord extends RaRecord<string>, ApiDocument {
  readonly id: string;
}

/** Tells which reading a record came from. Screens copy records, and the client knows versions by the documents themselves. */
const READING = '~reading';
const PREFIX = new URL(API_URL).pathname.replace(/\/$/, '');
const KEPT_READINGS = 500;

interface Reading {
  readonly document: ApiDocument;
  /** What was saved just before, where it was read for that. */
  readonly sent: Values | undefined;
}

const readings = new Map<number, Reading>();
let last = 0;

/** The address below that of the type, which is what the address bar shows. */
export const idOf = (type: AdminType, iri: string): string => iri.slice(PREFIX.length + type.path.length + 1);

export const iriOf = (type: AdminType, id: string): string => `${PREFIX}${type.path}/${id}`;

/** A document of a list, which has no version of its own. */
export const recordOf = (type: AdminType, document: ApiDocument): AdminRecord => ({
  ...document,
  id: idOf(type, document['@id']),
});

/**
 * A document that was read by itself: a change of it names the version.
 * @param sent values of the form that were saved just before
 */
export function readRecordOf(type: AdminType, document: ApiDocument, sent?: Values): AdminRecord {
  last += 1;
  readings.set(last, { document, sent });
  readings.delete(last - KEPT_READINGS);
  return { ...recordOf(type, document), [READING]: last };
}

/** Another number for each reading, undefined for what came with a list. */
export const readingOf = (record: AdminRecord): number | undefined => record[READING] as number | undefined; // readRecordOf alone writes it

/** The document that a record was made of, or its address where nobody read it by itself. */
export const targetOf = (type: AdminType, record: AdminRecord): ApiDocument | string =>
  readings.get(readingOf(record) ?? 0)?.document ?? iriOf(type, record.id);

/** The values of the form that a record was read after the saving of. */
export const sentBefore = (record: AdminRecord): Values | undefined =>
  readings.get(readingOf(record) ?? 0)?.sent;

/** Members that may be sent now: with a new record, or with a change of one. */
export function writableMembers(type: AdminType, isNew: boolean): readonly AdminMember[] {
  const { properties = {} } = isNew ? type.input : type.patch;
  return type.members.filter(
    ({ name, readOnly }) => !readOnly && (name in properties || type.files.includes(name)),
  );
}

/** What a person would call the record: the first text that it has, else what kind it is. */
export function labelOf(type: AdminType | undefined, record: ApiDocument): string {
  const names = (type?.members ?? []).filter(isNaming).map(({ name }) => name);
  // A route has a name for programs as well.
  const first = type?.name === 'Route' ? ['path'] : PREFERRED;
  const own = [...first.filter((name) => names.includes(name)), ...names];
  const texts = own.map((name) => record[name]).filter((value) => typeof value === 'string');
  const text = texts.map((value) => plain(value)).find((value) => value !== '');
  return text === undefined ? kindOf(type, record) : shorten(text);
}

/** What has no text is called by the first choice that was made, such as which form it is, else the end of its address. */
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

/** The words of HTML. Nothing of it is drawn: what is drawn is text. */
export const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
