import type { App } from '../app.js';
import { auditLogOf } from '../kernel/contract/features/audit.js';
import { ANONYMOUS } from '../kernel/contract/context.js';
import { SYSTEM_CLOCK } from '../kernel/ports/clock.js';
import { unaskedContext } from '../kernel/util/http/unasked-context.js';

/**
 * Enters in the audit log that content is taken out of the site, before it is. A database whose tables a migration has still to change has
 * no place for it, and can be copied nevertheless.
 */
export async function enterExport(app: App, what: string): Promise<void> {
  const context = unaskedContext(ANONYMOUS, { clock: SYSTEM_CLOCK, log: app.log });
  await auditLogOf(app).addAlone({ kind: 'export', details: what }, { address: '' }, context);
}
