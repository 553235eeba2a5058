import { tableSet } from './states/replay.js';
import type { MigrationSession } from './apply-migration.js';
import { DestructiveRunError, MigrationBlockerError } from './errors.js';
import { inspect, type PlannedChange } from './inspection.js';
import type { Ledger } from './ledger.js';
import { dataLossesOf } from './losses.js';
import { blockersOf } from './blockers.js';
import type { Plan } from './plan.js';

export interface Permission {
  readonly allowDestructive: boolean;
  /** Whether tables may be created with a new prefix. */
  readonly newTables?: boolean;
  /** Command that gives the permission. */
  readonly command: string;
}

/** A plan and the database it was made for. */
export interface PlanOn {
  readonly ledger: Ledger;
  readonly plan: Plan;
}

/** Finds stored rows that prevent a plan; empty if it is possible. */
export function findPlanBlockers(session: MigrationSession, planned: PlanOn): Promise<readonly string[]> {
  return inspect(session, plannedChange(planned), blockersOf);
}

/**
 * Checks a plan against the existing rows before anything is changed. It must be possible, and data loss is
 * listed and requires permission.
 * @throws DestructiveRunError, MigrationObstacleError
 */
export async function assertApproved(
  session: MigrationSession,
  planned: PlanOn,
  { allowDestructive, command }: Permission,
): Promise<void> {
  const blockers = await findPlanBlockers(session, planned);
  if (blockers.length > 0) throw new MigrationBlockerError(blockers);
  if (allowDestructive) return;
  const dataLosses = await inspect(session, plannedChange(planned), dataLossesOf);
  if (dataLosses.length > 0) throw new DestructiveRunError(dataLosses, command);
}

function plannedChange({ ledger, plan }: PlanOn): PlannedChange {
  return {
    tables: tableSet(ledger.state.tables),
    statements: plan.changes.flatMap(({ pending }) => pending.statements),
  };
}
