import type { RequestContext } from '../context.js';
import type { TransactionSession } from '../database/database.js';
import { defineDoor, type Doors } from './door.js';

/** What the audit log tells beside changes of records. */
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

/** Something that somebody did, or was refused. It names accounts by their ids, and holds nothing else of persons. */
export interface AuditEntry {
  readonly kind: AuditKind;
  /** Id of the account that did it; the caller's by default. */
  readonly actor?: string;
  /** Id of the account that it was done to. */
  readonly account?: string;
  /** In up to 200 characters: names of members, the pattern of an address, a command. No values. */
  readonly details?: string;
}

/** Adds entries; nothing changes or removes one before its time. */
export interface AuditLog {
  /** Stores an entry with the transaction that it tells of: there is none without the other. */
  addWith(session: TransactionSession, entry: AuditEntry, context: RequestContext): Promise<void>;
  /**
   * Stores an entry of what writes nothing. Of one network address, and of all together, an hour has a number of them, so that nobody
   * fills the table. A failure is logged: what it tells of goes on.
   */
  addAlone(entry: AuditEntry, by: { readonly address: string }, context: RequestContext): Promise<void>;
}

/** The door at which a feature keeps such a log. */
export const AUDIT = defineDoor<AuditLog>('audit log');

/** The logs of all features as one, once they are created. */
export function auditLogOf(doors: Pick<Doors, 'getAll'>): AuditLog {
  return {
    async addWith(...entry) {
      for (const log of doors.getAll(AUDIT)) await log.addWith(...entry);
    },
    async addAlone(...entry) {
      for (const log of doors.getAll(AUDIT)) await log.addAlone(...entry);
    },
  };
}
