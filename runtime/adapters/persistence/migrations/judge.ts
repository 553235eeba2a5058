import type { MigrationSession } from './carry-out.js';
import { DestructiveRunError, MigrationObstacleError } from './errors.js';
import type { Ledger } from './ledger.js';
import { findLosses } from './losses.js';
import { findObstacles, type PlannedChange } from './obstacles.js';
import type { Plan } from './plan.js';
import { tableSet } from './replay.js';
import { findValueLosses } from './value-losses.js';

export interface Permission {
  readonly allowDestructive: boolean;
  /** Tables may be made under a prefix that the database has none of yet. */
  readonly newTables?: boolean;
  /** What to type to give it. */
  readonly command: string;
}

/** What of the rows that are there keeps a plan from being carried out; nothing when it is possible. */
export async function findPlanObstacles(
  { connection, renderer }: MigrationSession,
  { ledger, plan }: { readonly ledger: Ledger; readonly plan: Plan },
): Promise<readonly string[]> {
  return findObstacles(connection, renderer, plannedChange(ledger, plan));
}

/**
 * Looks at the rows that are there before anything is changed: a plan must be possible with them, and whatever it would
 * take from them is named, and needs permission.
 * @throws DestructiveRunError, MigrationObstacleError
 */
export async function assertAllowed(
  session: MigrationSession,
  {
    ledger,
    plan,
    permission,
  }: { readonly ledger: Ledger; readonly plan: Plan; readonly permission: Permission },
): Promise<void> {
  const planned = plannedChange(ledger, plan);
  if (planned.statements.length === 0) return;
  const obstacles = await findPlanObstacles(session, { ledger, plan });
  if (obstacles.length > 0) throw new MigrationObstacleError(obstacles);
  if (permission.allowDestructive) return;
  const { connection, renderer } = session;
  const losses = [
    ...(await findLosses(connection, renderer.names, planned)),
    ...(await findValueLosses(connection, renderer, planned)),
  ];
  if (losses.length > 0) throw new DestructiveRunError(losses, permission.command);
}

function plannedChange({ state }: Ledger, { changes }: Plan): PlannedChange {
  return {
    tables: tableSet(state.tables),
    statements: changes.flatMap(({ pending }) => pending.statements),
  };
}
