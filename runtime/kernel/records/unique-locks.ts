import { createHash } from 'node:crypto';
import type { Dialect, TransactionSession } from '../contract/database/database.js';
import type { Reference } from '../contract/records/record.js';
import { UNIQUE_LOCK_TABLE } from './unique-lock-table.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';

/** Values that share a number only wait for each other, so there need not be one for each. */
const NUMBERS = 4096;

/** Members that are unique together, and the values that a record gets. */
export interface HeldValues {
  readonly fields: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Both rows of a pair hold their values, so a publishable type has no key in the database that refuses the second of two
 * parallel writes (ADR 19). Writes of one value take turns instead: each looks for it only after the one before
 * has ended. Numbers are taken in their order, so that no two writes wait for each other here.
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

/** Waits until no other transaction holds one of these keys, whatever they stand for, and holds them until this one ends. */
export async function holdKeys(keys: readonly string[], session: TransactionSession): Promise<void> {
  const sql = session.dialect.holdNumber(session.table(UNIQUE_LOCK_TABLE), ':id');
  if (sql === undefined) return;
  const ordered = [...new Set(keys.map(numberOf))].sort((a, b) => a - b);
  if (ordered.length > 0) await session.sendAll(ordered.map((id) => ({ sql, parameters: { id } })));
}

/** The turn of writes that keep derived rows. */
const DERIVED = 0;

/** Waits until no other transaction derives rows, and holds that until this one ends: asked for as late as possible. */
export function holdDerived(session: TransactionSession): Promise<void> {
  return holdTurn(DERIVED, session);
}

/**
 * Waits until no other transaction has this turn, and holds it until this one ends, so that each goes behind the commit of the
 * one before. Turns are numbers that no value has. The statements behind it wait, and nobody waits for its answer.
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
 * The same for all values that some database takes for one. Which ones it does is plain for keys of these types only; all
 * values of another type share a part, and their writes take turns.
 */
function valuePart(
  { name, value }: { readonly name: string; readonly value: unknown },
  resource: RegisteredResource,
  dialect: Dialect,
): unknown {
  const field = resource.field(name);
  if (field?.kind === 'to-one') return (value as Reference).id; // relations hold references, and nulls are no clash
  if (field?.kind !== 'scalar') return '';
  // Compared bytewise, but old servers of MySQL and MariaDB ignore spaces at the end.
  if (field.type === 'string') return String(dialect.encode(field.type, value)).replace(/ +$/, '');
  return field.type === 'integer' || field.type === 'uuid' ? dialect.encode(field.type, value) : '';
}
