import type { App } from '../app.js';
import { auditLogOf } from '../kernel/contract/features/audit.js';
import { ANONYMOUS } from '../kernel/contract/context.js';
import { SYSTEM_CLOCK } from '../kernel/ports/clock.js';
import { contextWithoutRequest } from '../kernel/util/http/context-without-request.js';

/**
 * Writes an audit log entry before content is exported. If the audit table is missing because of a pending
 * migration, the export continues.
 */
export async function enterExport(app: App, what: string): Promise<void> {
  const context = contextWithoutRequest(ANONYMOUS, { clock: SYSTEM_CLOCK, log: app.log });
  await auditLogOf(app).addAlone({ kind: 'export', details: what }, { address: '' }, context);
}
