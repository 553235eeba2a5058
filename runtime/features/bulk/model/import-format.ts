import type { CommandIo, DeclaredFlag } from '../../../kernel/contract/features/command.js';
import { defineFeatureApi } from '../../../kernel/contract/features/feature-api.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { OperationResource } from '../../../kernel/contract/records/operations.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';

/**
 * A file format that `cms import` accepts in addition to JSON Lines. It converts files of another system to records.
 * Features provide formats under `IMPORT_FORMATS`; a package exports them as `FORMATS`.
 *
 * @example
 * const notes: ImportFormat = {
 *   name: 'notes',
 *   extensions: ['.notes'],
 *   async *read({ files }) {
 *     for (const file of files)
 *       yield { type: 'Note', record: { '@key': file.shown, text: await file.head() }, file, line: 1 };
 *     return { source: 'notes', notices: [] };
 *   },
 * };
 */
export interface ImportFormat {
  /** Unique name, the value of `--format`. */
  readonly name: string;
  /** Extensions of its files in lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Whether a folder of such files is one import. Folders with JSON Lines are excluded. */
  readonly acceptsFolders?: true;
  /** Flags that the format adds to `cms import`. */
  readonly flags?: Readonly<Record<string, DeclaredFlag>>;
  /**
   * Yields the records of the files one by one, so that memory use does not depend on their size. Returns the summary
   * after the last record.
   * @throws BulkError if the files are invalid; nothing is stored then
   */
  read(request: ImportRequest): AsyncGenerator<ImportedRecord, ImportSummary, void>;
}

/**
 * Formats that features provide. The first format that accepts a file extension is used.
 *
 * @example
 * const offer = (format: ImportFormat): ProvidedApi => provide(IMPORT_FORMATS, format);
 */
export const IMPORT_FORMATS = defineFeatureApi<ImportFormat>('import formats');

/**
 * Files of an import and the site that imports them.
 *
 * @example
 * const namesOf = ({ files }: ImportRequest): readonly string[] => files.map(({ shown }) => shown);
 */
export interface ImportRequest {
  /** Imported files: one, or the parts in a folder, sorted by name. */
  readonly files: readonly ImportText[];
  /** Flag values of `cms import`, including the flags of the format. */
  readonly flags: CommandIo['flags'];
  readonly site: ImportSite;
}

/**
 * A text file of an import.
 *
 * @example
 * const isEmpty = async (file: ImportText): Promise<boolean> => (await file.head()) === '';
 */
export interface ImportText {
  /** File name as shown in error messages. */
  readonly shown: string;
  /** Returns the first 4096 bytes as text. */
  head(): Promise<string>;
  /**
   * Yields the decoded text in chunks. The encoding is UTF-8, or that of a byte order mark or an XML declaration.
   * @throws BulkError naming the encoding if the file cannot be decoded
   */
  text(): AsyncIterable<string>;
}

/**
 * The site that imports: its types, and stored records that the imported ones refer to.
 *
 * @example
 * const typeNames = ({ types }: ImportSite): readonly string[] => types.map(({ name }) => name);
 */
export interface ImportSite {
  /** Public URL of the site. */
  readonly publicUrl: string;
  readonly types: readonly OperationResource[];
  /** Returns the stored records with these ids, in any number and order. */
  findMany(type: string, ids: Iterable<string>): Promise<readonly StoredRecord[]>;
  /** Returns the stored records with one of these texts, or this boolean, in a scalar field. */
  findBy(type: string, field: string, values: Iterable<string> | boolean): Promise<readonly StoredRecord[]>;
  /** Returns the record id for a key of a source: the same every time and in every database. */
  idOf(key: string, source: string): string | undefined;
  /** Returns a path segment for a title; that of `fallback` if the title has neither letters nor digits. */
  slugOf(title: string, fallback: string): string;
  /** Truncates a text to `limit` code points, the unit of field lengths, without splitting graphemes. */
  cutText(text: string, limit: number): string;
}

/**
 * A record converted from another format.
 *
 * @example
 * const note = (file: ImportText): ImportedRecord => ({ type: 'Note', record: { '@key': '1' }, file, line: 1 });
 */
export interface ImportedRecord {
  /** Name of its type. */
  readonly type: string;
  /**
   * Writable members, as in a line of JSON Lines. `@key` identifies the record in its source, `@created` is its creation
   * time. References are keys, ids or IRIs.
   */
  readonly record: JsonObject;
  readonly file: ImportText;
  /** Line in that file. */
  readonly line: number;
}

/**
 * Results of a conversion in addition to its records.
 *
 * @example
 * const summary: ImportSummary = { source: 'notes', notices: ['Two empty notes were skipped.'] };
 */
export interface ImportSummary {
  /** Name of the source that the keys belong to. `--source` overrides it. */
  readonly source: string;
  /** Notices for the user, such as skipped items. */
  readonly notices: readonly string[];
  /** Lines that describe automatic choices. A dry run prints them. */
  readonly mapping?: readonly string[];
}
