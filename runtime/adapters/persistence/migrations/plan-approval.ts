import { tableSet } from '../../../kernel/contract/database/replay.js';
import type { MigrationSession } from './carry-out.js';
import { DestructiveRunError, MigrationObstacleError } from './errors.js';
import { inspect, type PlannedChange } from './inspection.js';
import type { Ledger } from './ledger.js';
import { lossesOf } from './losses.js';
import { obstaclesOf } from './obstacles.js';
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
export function findPlanObstacles(session: MigrationSession, planned: PlanOn): Promise<readonly string[]> {
  return inspect(session, plannedChange(planned), obstaclesOf);
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
  const obstacles = await findPlanObstacles(session, planned);
  if (obstacles.length > 0) throw new MigrationObstacleError(obstacles);
  if (allowDestructive) return;
  const losses = await inspect(session, plannedChange(planned), lossesOf);
  if (losses.length > 0) throw new DestructiveRunError(losses, command);
}

function plannedChange({ ledger, plan }: PlanOn): PlannedChange {
  return {
    tables: tableSet(ledger.state.tables),
    statements: plan.changes.flatMap(({ pending }) => pending.statements),
  };
}
