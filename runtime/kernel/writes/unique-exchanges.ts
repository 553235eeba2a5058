import { randomInt, randomUUID } from 'node:crypto';
import type { TransactionSession } from '../contract/database/database.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { UniqueDescriptor } from '../contract/schema/resource.js';
import { validationFailed } from '../errors/catalog.js';
import { AppError } from '../errors/app-error.js';
import { takenViolation } from '../metadata/unique-rules.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { isSameValue } from '../records/record-diff.js';
import { type ColumnField, writeColumn } from '../records/write-column.js';
import type { RecordReader } from '../records/record-reader.js';
import { stateKey } from '../util/async/state.js';
import { findTaker } from './unique-taker.js';

/** A record that was assigned a unique value which another record still has. */
export interface UniqueClaim {
  readonly type: string;
  readonly id: string;
  readonly rule: UniqueDescriptor;
}

/** A claim with its number in the unit of work, which is stable across retries. */
interface NumberedClaim extends UniqueClaim {
  readonly number: number;
}

/** A record whose unique value was replaced by a placeholder for the rest of the unit of work. */
export interface ParkedRecord {
  /** The record with its original value. */
  readonly record: StoredRecord;
  readonly member: string;
  readonly placeholder: unknown;
  readonly claim: NumberedClaim;
}

interface Exchanges {
  isOpen: boolean;
  /** Number of the claim to reject immediately. */
  refused: number | undefined;
  /** Number of claims so far. */
  count: number;
  /** Claims of values without a database key. */
  readonly open: NumberedClaim[];
  readonly parked: Map<string, ParkedRecord>;
}

const EXCHANGES = stateKey((): Exchanges => ({
  isOpen: false,
  refused: undefined,
  count: 0,
  open: [],
  parked: new Map(),
}));

/**
 * Allows the records of this unit of work to swap unique values: a value may be taken from a record that gets
 * another one later in the unit. Call `settleExchanges` at its end.
 * @param refused number of the claim to reject immediately
 */
export function openExchanges({ state }: TransactionSession, refused?: number): void {
  Object.assign(state.of(EXCHANGES), { isOpen: true, refused });
}

export const areExchangesOpen = ({ state }: TransactionSession): boolean => state.of(EXCHANGES).isOpen;

/** Returns the records that wait for a new value, in the order in which they lost theirs. */
export const parkedRecords = ({ state }: TransactionSession): readonly ParkedRecord[] => [
  ...state.of(EXCHANGES).parked.values(),
];

/** Claims of values that no key of the database guards, in the order in which they were made. */
export const openClaims = ({ state }: TransactionSession): readonly UniqueClaim[] => state.of(EXCHANGES).open;

/** Returns another record that still has the value of an open claim. */
export async function takerOf(
  claim: UniqueClaim,
  { reader, session }: Pick<Use, 'session'> & { readonly reader: Pick<RecordReader, 'select' | 'find'> },
): Promise<Pick<Reference, 'type' | 'id'> | undefined> {
  const record = await reader.find(session, claim);
  const id = record && (await takerOfRecord(record, claim.rule, { reader, session }));
  if (id === undefined) return undefined;
  return { id, type: await typeOf(id, reader.select(claim.type).resource, session) };
}

/** The record with the value that it had before it was parked. */
export function withOwnValues(record: StoredRecord, { state }: TransactionSession): StoredRecord {
  let own = record;
  for (const { record: before, member, placeholder } of state.of(EXCHANGES).parked.values())
    if (before.id === record.id && own.values[member] === placeholder)
      own = { ...own, values: { ...own.values, [member]: before.values[member] } };
  return own;
}

/** Records a write of a record: its changed fields no longer hold placeholders. */
export function releaseParked(
  { id }: Pick<StoredRecord, 'id'>,
  changed: readonly string[],
  { state }: TransactionSession,
): void {
  const { parked } = state.of(EXCHANGES);
  for (const name of changed) parked.delete(parkedKey(id, name));
}

const parkedKey = (id: string, member: string): string => `${id} ${member}`;

interface Use {
  readonly reader: Pick<RecordReader, 'select' | 'findLocked' | 'find'>;
  readonly session: TransactionSession;
}

/**
 * Lets a write take a value from the record `taker`, if the unit of work allows swaps. If the database has a
 * unique key, the other record gets a placeholder. Returns false if the value is rejected.
 */
export async function claimValue(
  { claim, taker, hasKey }: { readonly claim: UniqueClaim; readonly taker: string; readonly hasKey: boolean },
  { reader, session }: Use,
): Promise<boolean> {
  const exchanges = session.state.of(EXCHANGES);
  if (!exchanges.isOpen) return false;
  const number = (exchanges.count += 1);
  if (number === exchanges.refused) return false;
  if (!hasKey) {
    exchanges.open.push({ ...claim, number });
    return true;
  }
  const type = await typeOf(taker, reader.select(claim.type).resource, session);
  const record = await reader.findLocked(session, { type, id: taker });
  if (record === undefined) return false;
  const found = placeholderFor(claim.rule, reader.select(type).resource);
  if (found === undefined) return false;
  const { field, value } = found;
  const before = withOwnValues(record, session);
  await writeColumn({ record, field, value }, reader.select(type).resource, session);
  exchanges.parked.set(parkedKey(taker, field.name), {
    record: before,
    member: field.name,
    placeholder: value,
    claim: { ...claim, number },
  });
  return true;
}

/** Returns the type of a record that has a value. Fields of a base table are unique across all its types. */
export async function typeOf(
  id: string,
  { name, baseTable }: RegisteredResource,
  session: TransactionSession,
): Promise<string> {
  if (baseTable === null) return name;
  const sql = `select b.dtype as dtype from ${session.table(baseTable)} b where b.id = :id`;
  return (await session.first<{ dtype: string }>(sql, { id }))?.dtype ?? name;
}

interface Placeholder {
  readonly field: ColumnField;
  readonly value: unknown;
}

/**
 * Returns a unique placeholder for one field of a rule, null if that is allowed. Undefined if there is none.
 */
export function placeholderFor(
  { fields }: UniqueDescriptor,
  resource: RegisteredResource,
): Placeholder | undefined {
  for (const name of fields) {
    const field = resource.field(name);
    if (field?.kind !== 'scalar' && field?.kind !== 'to-one') continue;
    const value = field.nullable ? null : valueThatIsFree(field);
    if (value !== undefined) return { field, value };
  }
  return undefined;
}

const LONGEST_INTEGER = 2 ** 31 - 1;

function valueThatIsFree(field: ColumnField): unknown {
  if (field.kind === 'to-one') return undefined;
  switch (field.type) {
    case 'string':
    case 'text':
      return randomUUID()
        .replaceAll('-', '')
        .slice(0, field.length ?? 32);
    case 'uuid':
      return randomUUID();
    case 'integer':
      return -randomInt(1, LONGEST_INTEGER);
    case 'datetime':
    case 'float':
    case 'decimal':
    case 'boolean':
    case 'date':
    case 'time':
    case 'json':
      return undefined;
  }
}

/**
 * Checks the unique values at the end of a unit of work. Records that still have a placeholder get their
 * value back if it is free. @throws UnmetClaims if another record has a claimed value
 */
export async function settleExchanges({ reader, session }: Use): Promise<void> {
  const { open, parked } = session.state.of(EXCHANGES);
  const unmet: NumberedClaim[] = [];
  for (const { record: before, member, placeholder, claim } of parked.values()) {
    const current = await reader.find(session, before);
    const resource = reader.select(before.type).resource;
    const field = resource.field(member);
    if (current === undefined || (field?.kind !== 'scalar' && field?.kind !== 'to-one')) continue;
    if (!isSameValue(field, current.values[member], placeholder)) continue;
    const own = { ...current, values: { ...current.values, [member]: before.values[member] } };
    if ((await takerOfRecord(own, claim.rule, { reader, session })) !== undefined) unmet.push(claim);
    else await writeColumn({ record: current, field, value: before.values[member] }, resource, session);
  }
  for (const claim of open) if ((await takerOf(claim, { reader, session })) !== undefined) unmet.push(claim);
  if (unmet.length > 0) throw new UnmetClaims(unmet);
}

async function takerOfRecord(
  record: StoredRecord,
  rule: UniqueDescriptor,
  { reader, session }: Parameters<typeof takerOf>[1],
): Promise<string | undefined> {
  if (rule.fields.some((name) => record.values[name] == null)) return undefined;
  const requested = { id: record.id, values: { ...record.values }, before: record };
  return findTaker(requested, rule, { select: reader.select(record.type), session });
}

/** Unique values that other records have at the end of the unit of work; 422 unless it is handled. */
export class UnmetClaims extends AppError {
  readonly claims: readonly UniqueClaim[];
  /** Number of the first claim. */
  readonly first: number;

  constructor(claims: readonly NumberedClaim[]) {
    const violations = claims.map(({ rule }) => takenViolation(rule));
    super(validationFailed.options(violations));
    this.claims = claims;
    this.first = Math.min(...claims.map(({ number }) => number));
  }
}
