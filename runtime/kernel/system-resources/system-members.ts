import type { JsonObject, JsonValue } from '../contract/json.js';
import type { ColumnDefinition, ForeignKeyDefinition } from '../contract/database/table.js';
import type { MessageText } from '../contract/message.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import { formatDateTime } from '../serializer/date-time.js';
import { parseDateTime } from '../util/dates/parse-date-time.js';
import { messageOf } from '../util/text/message-text.js';
import { isStorableText } from '../util/text/storable-text.js';

/* Members of system resources: how each is stored, read from bodies, printed and documented. */

/** Bodies that may contain a member. */
type Sent = 'never' | 'on create' | 'always';

/** The write that a member is read for. */
export interface MemberInput {
  readonly now: Date;
  /** Reports a violation of the member, or of an entry below it such as `[2]`. */
  report(text: MessageText | string, code?: string | null, entry?: string): undefined;
}

/** Reads a member of a body. Returns undefined after reporting a violation. */
export type ReadMember<Value> = (
  sent: JsonValue | undefined,
  input: MemberInput,
) => Value | undefined | Promise<Value | undefined>;

/** A member with a column. */
export interface StoredMember<Value> {
  readonly kind: 'stored';
  /** The column; its name defaults to the name of the member in snake case. */
  readonly column: Omit<ColumnDefinition, 'name'> & { readonly name?: string };
  /** Whether the column is indexed, as a key or with further columns. */
  readonly index?: 'plain' | 'unique' | readonly string[];
  readonly foreignKey?: Pick<ForeignKeyDefinition, 'onDelete'> & { readonly table: string };
  readonly schema: JsonObject;
  readonly sent: Sent;
  /** Whether documents omit the member, always or if it is null. */
  readonly omitted?: 'always' | 'null';
  /** Expression that a reader must satisfy. */
  readonly readIf?: string;
  /** Method syntax, so that members of any value type fit into one list. */
  read(sent: JsonValue | undefined, input: MemberInput): ReturnType<ReadMember<Value>>;
  /** Prints a value that is not null. */
  print(value: NonNullable<Value>, prefix: string): JsonValue;
}

/** A member without a column, which the feature reads and computes: a secret shown once, related records. */
export interface ComputedMember {
  readonly kind: 'computed';
  readonly schema: JsonObject;
  readonly sent: Sent;
}

export type SystemMembers = Readonly<Record<string, StoredMember<unknown> | ComputedMember>>;

type ValueOf<Member> = Member extends StoredMember<infer Value> ? Value : never;

/** Stored values of a system resource, by member. */
export type SystemValues<Members extends SystemMembers> = {
  readonly [Name in keyof Members as Members[Name] extends ComputedMember ? never : Name]: ValueOf<
    Members[Name]
  >;
};

/** A stored record of a system resource. */
export type SystemRecord<Members extends SystemMembers> = { readonly id: string } & SystemValues<Members>;

type Settings<Value> = Partial<
  Pick<StoredMember<Value>, 'index' | 'foreignKey' | 'sent' | 'omitted' | 'readIf' | 'read'>
> & { readonly column?: string; readonly description?: string };

const IRI: JsonObject = { type: 'string', format: 'iri-reference' };

function stored<Value>(
  member: Pick<StoredMember<Value>, 'column' | 'schema' | 'print'> &
    Partial<Pick<StoredMember<Value>, 'read'>>,
  { column, description, ...settings }: Settings<Value>,
): StoredMember<Value> {
  return {
    kind: 'stored',
    sent: 'never',
    read: () => undefined,
    ...member,
    ...settings,
    column: { ...member.column, ...(column === undefined ? {} : { name: column }) },
    schema: { ...member.schema, ...(description === undefined ? {} : { description }) },
  };
}

/** Returns a required text without surrounding white space. */
export function requiredText(maxLength: number, settings: Settings<string> = {}): StoredMember<string> {
  const read: ReadMember<string> = (sent, { report }) => {
    const text = typeof sent === 'string' ? sent.trim() : '';
    if (text === '') return report('This value should not be blank.', VIOLATION_CODES.notBlank);
    if (!isStorableText(text)) return report('This value is not valid.');
    if ([...text].length <= maxLength) return text;
    const tooLong = messageOf('This value is too long. It should have {{ limit }} characters or less.', {
      parameters: { limit: String(maxLength) },
    });
    return report(tooLong, VIOLATION_CODES.tooLong);
  };
  const column = { type: 'string', nullable: false, length: maxLength } as const;
  return stored({ column, schema: { type: 'string', maxLength }, print: String, read }, settings);
}

/** Returns a list of texts. The feature provides its reader. */
export const textList = (schema: JsonObject, settings: Settings<readonly string[]> = {}) =>
  stored<readonly string[]>(
    {
      column: { type: 'json', nullable: false },
      schema: { type: 'array', items: { type: 'string' }, ...schema },
      print: (value) => [...value],
    },
    settings,
  );

/** Returns a number that may be absent. The feature provides its reader. */
export const optionalInteger = (schema: JsonObject, settings: Settings<number | null> = {}) =>
  stored<number | null>(
    {
      column: { type: 'integer', nullable: true },
      schema: { type: 'integer', ...schema },
      print: (value) => value,
    },
    { omitted: 'null', ...settings },
  );

/** Returns a date-time that is always present. */
export const moment = (settings: Settings<Date> = {}): StoredMember<Date> =>
  stored(
    {
      column: { type: 'datetime', nullable: false },
      schema: { type: 'string', format: 'date-time' },
      print: formatDateTime,
    },
    settings,
  );

/** Returns a date-time that may be null. A sent one must be in the future. */
export const optionalMoment = (settings: Settings<Date | null> = {}): StoredMember<Date | null> =>
  stored<Date | null>(
    {
      column: { type: 'datetime', nullable: true },
      schema: { type: ['string', 'null'], format: 'date-time' },
      print: formatDateTime,
      read(sent, input) {
        if (sent === undefined || sent === null) return null;
        const read = readMoment(sent, input);
        if (read === undefined || read > input.now) return read;
        return input.report('This value should be in the future.', VIOLATION_CODES.range);
      },
    },
    settings,
  );

/** Reads a date-time. Returns undefined after reporting a violation. */
export function readMoment(sent: JsonValue, { now, report }: MemberInput): Date | undefined {
  const read = typeof sent === 'string' ? parseDateTime(sent, now) : undefined;
  return read ?? report('This value is not a valid datetime.', VIOLATION_CODES.dateTime);
}

/** Returns the id of a record, printed as its IRI below `path`. The feature provides its reader. */
export const reference = (path: string, settings: Settings<string> = {}): StoredMember<string> =>
  stored(
    {
      column: { type: 'uuid', nullable: false },
      schema: IRI,
      print: (id, prefix) => `${prefix}${path}/${id}`,
    },
    settings,
  );

/** Returns the id of a record that may be absent. */
export const optionalReference = (path: string, settings: Settings<string | null> = {}) =>
  stored<string | null>(
    {
      column: { type: 'uuid', nullable: true },
      schema: IRI,
      print: (id, prefix) => `${prefix}${path}/${id}`,
    },
    { omitted: 'null', ...settings },
  );

/** Returns a text that no document contains. It is compared byte by byte. */
export const hiddenText = (length: number, settings: Settings<string> = {}): StoredMember<string> =>
  stored(
    { column: { type: 'string', nullable: false, length, binary: true }, schema: {}, print: String },
    { omitted: 'always', ...settings },
  );

/** Returns a UUID that no document contains. */
export const hiddenId = (settings: Settings<string> = {}): StoredMember<string> =>
  stored(
    { column: { type: 'uuid', nullable: false }, schema: {}, print: String },
    { omitted: 'always', ...settings },
  );

/** Returns the column for the SHA-256 of a secret (`createSecrets`). */
export const secretHash = (settings: Settings<string> = {}): StoredMember<string> =>
  hiddenText(64, { index: 'unique', ...settings });

/** Returns a member that the feature computes. */
export const computed = (schema: JsonObject, sent: Sent = 'never'): ComputedMember => ({
  kind: 'computed',
  schema,
  sent,
});

/** Returns the IRI of a record that the feature reads and prints. */
export const computedReference = (description?: string, sent: Sent = 'never'): ComputedMember =>
  computed({ ...IRI, ...(description === undefined ? {} : { description }) }, sent);
