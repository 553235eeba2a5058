import type { MigrationSession } from './carry-out.js';
import { DestructiveRunError } from './errors.js';
import type { Ledger } from './ledger.js';
import { findLosses } from './losses.js';
import type { Plan } from './plan.js';
import { tableSet } from './replay.js';

export interface Permission {
  readonly allowDestructive: boolean;
  /** What to type to give it. */
  readonly command: string;
}

/**
 * Looks at the rows that are there before anything is changed: whatever a plan would take from them is named, and
 * needs permission.
 * @throws DestructiveRunError
 */
export async function assertAllowed(
  { connection, renderer }: MigrationSession,
  {
    ledger,
    plan,
    permission,
  }: { readonly ledger: Ledger; readonly plan: Plan; readonly permission: Permission },
): Promise<void> {
  const tables = tableSet(ledger.state.tables);
  const statements = plan.changes.flatMap(({ pending }) => pending.statements);
  if (statements.length === 0 || permission.allowDestructive) return;
  const losses = await findLosses(connection, renderer.names, { tables, statements });
  if (losses.length > 0) throw new DestructiveRunError(losses, permission.command);
}
