import { createHash } from 'node:crypto';
import type { Dialect, TransactionSession } from '../contract/database/database.js';
import type { Reference } from '../contract/records/record.js';
import { UNIQUE_LOCK_TABLE } from './unique-lock-table.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';

/** Size of the lock table. Values that share a number merely wait for each other. */
const NUMBERS = 4096;

/** Fields that are unique together, and a record's new values. */
export interface HeldValues {
  readonly fields: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Serializes writes of the same unique values. A published row and its draft share their values, so
 * publishable types have no database key that rejects the second of two parallel writes (ADR 19). Each write
 * checks for the value only after the previous one has ended. Numbers are locked in order, which prevents
 * deadlocks.
 */
export async function holdValues(
  held: readonly HeldValues[],
  resource: RegisteredResource,
  session: TransactionSession,
): Promise<void> {
  await holdKeys(
    held.map((entry) => keyOf(entry, resource, session.dialect)),
    session,
  );
}

/** Locks arbitrary keys until the transaction ends, waiting for other holders. */
export async function holdKeys(keys: readonly string[], session: TransactionSession): Promise<void> {
  const sql = session.dialect.holdNumber(session.table(UNIQUE_LOCK_TABLE), ':id');
  if (sql === undefined) return;
  const ordered = [...new Set(keys.map(numberOf))].sort((a, b) => a - b);
  if (ordered.length > 0) await session.sendAll(ordered.map((id) => ({ sql, parameters: { id } })));
}

/** Lock number for writes of derived rows. */
const DERIVED = 0;

/** Locks the maintenance of derived rows until the transaction ends. Call it as late as possible. */
export function holdDerived(session: TransactionSession): Promise<void> {
  return holdTurn(DERIVED, session);
}

/**
 * Takes a named lock until the transaction ends, so that each holder sees the commit of the previous one. The
 * lock numbers are outside the range of values. Later statements wait for it; the call itself does not wait
 * for the result.
 */
export async function holdTurn(turn: number, session: TransactionSession): Promise<void> {
  const sql = session.dialect.holdNumber(session.table(UNIQUE_LOCK_TABLE), String(NUMBERS + turn));
  if (sql !== undefined) await session.sendAll([{ sql, parameters: {} }]);
}

const numberOf = (key: string): number => createHash('sha256').update(key).digest().readUInt32BE() % NUMBERS;

function keyOf({ fields, values }: HeldValues, resource: RegisteredResource, dialect: Dialect): string {
  const parts = fields.map((name) => [name, valuePart({ name, value: values[name] }, resource, dialect)]);
  return JSON.stringify([resource.table, parts]);
}

/**
 * Returns the same part for values that some database considers equal. That is predictable only for the types
 * below; values of other types share one part, so their writes are serialized.
 */
function valuePart(
  { name, value }: { readonly name: string; readonly value: unknown },
  resource: RegisteredResource,
  dialect: Dialect,
): unknown {
  const field = resource.field(name);
  if (field?.kind === 'to-one') return (value as Reference).id; // Relations hold references, and nulls never clash.
  if (field?.kind !== 'scalar') return '';
  // Compared byte by byte, but old MySQL and MariaDB versions ignore trailing spaces.
  if (field.type === 'string') return String(dialect.encode(field.type, value)).replace(/ +$/, '');
  return field.type === 'integer' || field.type === 'uuid' ? dialect.encode(field.type, value) : '';
}
