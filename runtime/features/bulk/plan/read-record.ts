import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { isStoragePath } from '../../../kernel/ports/file-storage.js';
import { parseDateTime } from '../../../kernel/util/dates/parse-date-time.js';
import { isJsonObject } from '../../../kernel/util/json-object.js';
import { reasonOf } from '../../../kernel/util/failures/reason-of.js';
import { createViolationList } from '../../../kernel/validation/violation-list.js';
import { readScalar } from '../../../kernel/writes/read-scalar.js';
import { idOf } from '../format/keys.js';
import { CREATED, KEY, TYPE } from '../format/line.js';
import { isRelation, type RelationField, type TransferredType } from '../format/transferred.js';
import type { ImportFile } from './import-files.js';
import type { Place, Problem } from './problems.js';

/** A file that a member refers to. */
export interface NamedFile {
  /** Path in the import folder. */
  readonly file: string;
  /** Original file name of the upload; null if unknown. */
  readonly name: string | null;
}

/** A record parsed from a line. References are ids, or IRIs that are resolved later. */
export interface ReadRecord extends Place {
  readonly type: string;
  readonly id: string;
  readonly createdAt?: Date;
  /** Members as sent. */
  readonly sent: JsonObject;
  /** Scalar values as the database returns them. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly references: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, NamedFile | null>>;
}

export interface ReadRecordDeps {
  readonly types: ReadonlyMap<string, TransferredType>;
  readonly source: string | undefined;
  readonly context: RequestContext;
  readonly report: (problem: Problem) => void;
}

/** Parses a line and reports its problems. Returns undefined if the record cannot be identified. */
export function readRecord(
  { line, text }: { readonly line: number; readonly text: string },
  file: ImportFile,
  deps: ReadRecordDeps,
): ReadRecord | undefined {
  const place = { file: file.shown, line };
  const report = (message: string, member?: string): undefined =>
    void deps.report({ ...place, message, ...(member === undefined ? {} : { member }) });
  const read = parse(text);
  if (typeof read === 'string') return report(read);
  const { [KEY]: key, [CREATED]: created, [TYPE]: named = file.type, ...sent } = read;
  const type = typeof named === 'string' ? deps.types.get(named) : undefined;
  if (type === undefined)
    return report(
      `${JSON.stringify(named)} is not a type that can be imported. Name the file after its type.`,
    );
  if (typeof key !== 'string' || key === '')
    return report('The key of the line is missing or not a string.', KEY);
  const id = idOf(key, deps.source);
  if (id === undefined)
    return report(
      `"${key}" is not the id of a record. If the keys belong to another system, name it with --source NAME.`,
      KEY,
    );
  const createdAt = created === undefined ? undefined : dateIn(created);
  if (created !== undefined && createdAt === undefined)
    report('This value is not a valid RFC 3339 time.', CREATED);
  const members = readMembers(sent as JsonObject, type, { ...deps, report });
  return {
    ...place,
    ...members,
    type: type.resource.name,
    id,
    sent: sent as JsonObject,
    ...(createdAt && { createdAt }),
  };
}

function parse(text: string): JsonObject | string {
  try {
    const read = JSON.parse(text) as JsonValue; // JSON.parse returns JSON
    return isJsonObject(read) ? read : 'The line is not a JSON object.';
  } catch (error) {
    return `The line is not valid JSON: ${reasonOf(error)}`;
  }
}

const dateIn = (value: JsonValue): Date | undefined =>
  typeof value === 'string' ? parseDateTime(value, new Date(0)) : undefined;

type Members = Pick<ReadRecord, 'values' | 'references' | 'files'>;

function readMembers(
  sent: JsonObject,
  { resource, field: fieldOf }: TransferredType,
  deps: Pick<ReadRecordDeps, 'source' | 'context'> & { report(message: string, member: string): void },
): Members {
  const values: Record<string, unknown> = {};
  const references: Record<string, readonly string[]> = {};
  const files: Record<string, NamedFile | null> = {};
  for (const [name, value = null] of Object.entries(sent)) {
    const field = fieldOf(name);
    const report = (message: string): void => deps.report(message, name);
    if (field === undefined) report(`${resource.name} has no such field, or it cannot be imported.`);
    else if (isRelation(field)) references[name] = readReferences(field, value, { ...deps, report });
    else if (field.kind === 'upload') files[name] = readFile(value, report);
    else values[name] = value === null ? null : readValue(field, value, { ...deps, report });
  }
  return { values, references, files };
}

type Scalar = Parameters<typeof readScalar>[0];

function readValue(
  field: Scalar,
  value: JsonValue,
  { context, report }: Pick<ReadRecordDeps, 'context'> & { report(message: string): void },
): unknown {
  const violations = createViolationList();
  try {
    const read = readScalar(field, value, { stored: null, isPatch: false, violations, context });
    for (const { message } of violations.items) report(message);
    return read;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return void report(error.message);
  }
}

function readReferences(
  field: RelationField,
  value: JsonValue,
  { source, report }: Pick<ReadRecordDeps, 'source'> & { report(message: string): void },
): readonly string[] {
  const isList = field.kind === 'to-many';
  if (value === null && !isList) return [];
  const entries: readonly unknown[] | undefined = isList
    ? Array.isArray(value)
      ? value
      : undefined
    : [value];
  if (entries === undefined || !entries.every((entry) => typeof entry === 'string' && entry !== '')) {
    report(isList ? 'This value must be a list of keys.' : 'This value must be the key of a record or null.');
    return [];
  }
  return [...new Set(entries as readonly string[])].flatMap((key) => {
    if (key.startsWith('/')) return [key];
    const id = idOf(key, source);
    if (id === undefined)
      report(
        `"${key}" is not the id of a record. If the keys belong to another system, name it with --source NAME.`,
      );
    return id ?? [];
  });
}

function readFile(value: JsonValue, report: (message: string) => void): NamedFile | null {
  if (value === null) return null;
  const { file, name = null } = isJsonObject(value) ? value : { file: value };
  if (typeof file === 'string' && isStoragePath(file) && (name === null || typeof name === 'string'))
    return { file, name };
  report(
    'This value must be null or {"file": PATH, "name": NAME}, with the path of a file in the import folder.',
  );
  return null;
}
