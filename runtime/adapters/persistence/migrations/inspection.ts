import type { MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { TableSet } from './states/replay.js';
import type { MigrationSession } from './apply-migration.js';
import type { MigrationConnection } from './connection.js';
import { createOrigins, type Origins } from './origins.js';
import type { MigrationRenderer } from './sql-text.js';

/** A planned change: its statements, and the tables they apply to. */
export interface PlannedChange {
  readonly tables: TableSet;
  readonly statements: readonly MigrationStatement[];
}

/** The stored rows as a statement in the middle of a planned change will see them. */
export interface Inspection {
  readonly connection: MigrationConnection;
  readonly renderer: MigrationRenderer;
  /** Tables before the change. */
  readonly tables: TableSet;
  /** Current locations of the rows and values that a statement will find. */
  readonly origins: Origins;
}

export type StatementOf<Kind extends MigrationStatement['kind']> = Extract<
  MigrationStatement,
  { kind: Kind }
>;

/** Runs `findIn` for each statement, based on the rows that exist before any has run. */
export async function inspect(
  { connection, renderer }: Pick<MigrationSession, 'connection' | 'renderer'>,
  { tables, statements }: PlannedChange,
  findIn: (statement: MigrationStatement, inspection: Inspection) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const origins = createOrigins(connection.dialect, renderer, tables);
  const found: string[] = [];
  for (const statement of statements) {
    found.push(...(await findIn(statement, { connection, renderer, tables, origins })));
    origins.follow(statement);
  }
  return found;
}
