import type { MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { SchemaState } from '../../../kernel/contract/database/schema-state.js';
import { listed } from '../../../kernel/util/text/listed.js';
import type { MigrationSession } from './apply-migration.js';
import { readTableNames } from './connection.js';
import { BaselineError, TablesPresentError } from './errors.js';
import type { History } from './history.js';
import type { Ledger } from './ledger.js';
import { inspect } from './inspection.js';
import { blockersOf } from './blockers.js';
import { type Plan, planBaseline } from './plan.js';
import { tableSet } from './states/replay.js';
import { compareTables, type TableComparison } from './table-differences.js';

/** A database with existing tables, and the migrations that describe them. */
export interface Adoption {
  readonly session: MigrationSession;
  readonly ledger: Ledger;
  readonly history: History;
  readonly tablePrefix: string;
}

/**
 * Plans to record migrations up to `upTo` as applied, if tables and rows match their result (ADR 20).
 * @throws BaselineError with every difference, and an earlier migration that matches the database
 */
export async function planAdoption(
  adoption: Adoption,
  upTo?: string,
): Promise<{ readonly plan: Plan; readonly recorded: readonly string[] }> {
  const { session, ledger, tablePrefix } = adoption;
  if ((await session.journal.read()).some(({ pending }) => pending !== null))
    throw new BaselineError(INTERRUPTED);
  const { state, records, ...plan } = planBaseline(ledger, adoption, upTo);
  const recorded = records.map(({ id }) => id);
  const comparison = await compareTables(session, tablePrefix);
  if (recorded.length === 0) return { plan, recorded };
  if (!state.tables.some(({ name }) => comparison.has(name))) throw new BaselineError(EMPTY);
  const differences = await findDifferences(adoption, { state, comparison });
  if (differences.length === 0) return { plan, recorded };
  const earlier = await earlierThatFits(adoption, { recorded, comparison });
  throw new BaselineError(describe({ end: recorded.at(-1) ?? '', differences, earlier }));
}

const INTERRUPTED = 'A migration was interrupted in this database. Finish it first: cms migrate:run';
const EMPTY = 'The database has none of these tables. Create them with: cms migrate:run';

interface Comparison {
  readonly state: SchemaState;
  readonly comparison: TableComparison;
}

async function findDifferences(
  { session, history, tablePrefix }: Adoption,
  { state, comparison }: Comparison,
): Promise<readonly string[]> {
  const known = new Set(state.tables.map(({ name }) => name));
  const later = history.end().tables.filter(({ name }) => !known.has(name) && comparison.has(name));
  const differences = [
    ...(await comparison.differencesFrom(state.tables)),
    ...later.map(({ name }) => `table ${tablePrefix}${name} exists, but a later migration creates it`),
  ];
  // Rows can be checked only if the columns exist.
  if (differences.length > 0) return differences;
  const rules = { tables: tableSet(state.tables), statements: limitsOf(state) };
  return inspect(session, rules, blockersOf);
}

/** Returns the enum rules, which databases do not store. */
function limitsOf({ tables }: SchemaState): readonly MigrationStatement[] {
  return tables.flatMap((table) =>
    table.columns.flatMap((column): MigrationStatement[] =>
      column.enum === undefined
        ? []
        : [{ kind: 'limitValues', table: table.name, column: column.name, from: null, to: column.enum }],
    ),
  );
}

/** Returns the newest earlier migration whose result matches the database. */
async function earlierThatFits(
  adoption: Adoption,
  { recorded, comparison }: { readonly recorded: readonly string[]; readonly comparison: TableComparison },
): Promise<string | undefined> {
  for (const id of recorded.slice(0, -1).reverse()) {
    const { state } = planBaseline(adoption.ledger, adoption, id);
    if ((await findDifferences(adoption, { state, comparison })).length === 0) return id;
  }
  return undefined;
}

interface Mismatch {
  readonly end: string;
  readonly differences: readonly string[];
  readonly earlier: string | undefined;
}

function describe({ end, differences, earlier }: Mismatch): string {
  const advice =
    earlier === undefined
      ? 'Change the database by hand to match, then run the command again.'
      : `The database matches the migrations up to ${earlier}. Record those, then run the others: cms migrate:baseline ${earlier}`;
  return `Nothing was recorded, because the database does not match the migrations up to ${end}:\n${listed(differences)}\n${advice}`;
}

/**
 * Checks that no table to create already exists without a journal entry.
 * @throws TablesPresentError
 */
export async function assertNotPresent(
  { connection }: MigrationSession,
  {
    ledger,
    plan,
    tablePrefix,
  }: { readonly ledger: Ledger; readonly plan: Plan; readonly tablePrefix: string },
): Promise<void> {
  const known = new Set(ledger.state.tables.map(({ name }) => name));
  const made = plan.changes
    .flatMap(({ pending }) => pending.statements)
    .flatMap((statement) =>
      statement.kind === 'createTable' && !known.has(statement.table.name)
        ? [tablePrefix + statement.table.name]
        : [],
    );
  if (made.length === 0) return;
  const names = await readTableNames(connection);
  const present = [...new Set(made)].filter((name) => names.has(name));
  if (present.length > 0) throw new TablesPresentError(present);
}
