import type { RequestContext } from '../context.js';
import type { TransactionSession } from '../database/database.js';
import { defineFeatureApi, type FeatureApis } from './feature-api.js';

/** Kinds of audit log entries other than record changes. */
export const AUDIT_KINDS = [
  'sign-in',
  'failed-sign-in',
  'sign-out',
  'refusal',
  'export',
  'account',
  'access-token',
  'webhook',
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

/** An action that was performed or refused. It refers to accounts by id and holds no other personal data. */
export interface AuditEntry {
  readonly kind: AuditKind;
  /** Id of the acting account; defaults to the caller's. */
  readonly actor?: string;
  /** Id of the affected account. */
  readonly account?: string;
  /** At most 200 characters: field names, an endpoint pattern or a command. Never values. */
  readonly details?: string;
}

/** Append-only audit log. Entries are deleted only after their retention period. */
export interface AuditLog {
  /** Stores an entry in the transaction it describes, so neither exists without the other. */
  addWith(session: TransactionSession, entry: AuditEntry, context: RequestContext): Promise<void>;
  /**
   * Stores an entry for an action that writes nothing else. The number of entries per hour is limited per
   * client address and in total, so that nobody can fill the table. Failures are logged and do not stop the
   * action.
   */
  addAlone(entry: AuditEntry, by: { readonly address: string }, context: RequestContext): Promise<void>;
}

/** Extension point for features that keep an audit log. */
export const AUDIT = defineFeatureApi<AuditLog>('audit log');

/** Combines the audit logs of all features. Call it after the features have been created. */
export function auditLogOf(apis: Pick<FeatureApis, 'getAll'>): AuditLog {
  return {
    async addWith(...entry) {
      for (const log of apis.getAll(AUDIT)) await log.addWith(...entry);
    },
    async addAlone(...entry) {
      for (const log of apis.getAll(AUDIT)) await log.addAlone(...entry);
    },
  };
}
