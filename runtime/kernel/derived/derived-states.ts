import type { SqlSession, TransactionSession } from '../contract/database/database.js';
import type { DerivedData } from '../contract/records/derived.js';
import { derivedStateTable } from './table.js';

/** Rule version that built each kind of derived data, by name. A migration clears all of them. */
export type DerivedStates = ReadonlyMap<string, number>;

/** Reads the stored states with one statement. */
export async function readDerivedStates(session: SqlSession): Promise<DerivedStates> {
  const rows = await session.all<{ name: string; version: number }>(
    `select s.name as name, s.version as version from ${session.table(derivedStateTable.name)} s`,
  );
  return new Map(rows.map(({ name, version }) => [name, Number(version)]));
}

/** Stores the rule version of derived data. Requires the lock of derived data. */
export async function writeDerivedState(
  session: TransactionSession,
  { name, version }: Pick<DerivedData, 'name' | 'version'>,
): Promise<void> {
  const table = session.table(derivedStateTable.name);
  await session.run(`delete from ${table} where name = :name`, { name });
  await session.run(`insert into ${table} (name, version) values (:name, :version)`, { name, version });
}
