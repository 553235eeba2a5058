import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../contract/context.js';
import type { TransactionSession } from '../contract/database/database.js';
import type { AuditEntry, AuditLog } from '../contract/features/audit.js';
import type { Kernel } from '../kernel.js';
import type { SystemStore } from './system-store.js';

/** Writes of a system resource, each with an audit log entry in the same transaction. */
export interface SystemWrites<Stored> {
  /** Returns the stored record. */
  create(values: Omit<Stored, 'id'>, context: RequestContext): Promise<Stored>;
  /** Returns the changed record. */
  change<Found extends Stored>(
    record: Found,
    changed: Partial<Stored>,
    context: RequestContext,
  ): Promise<Found>;
  remove(record: Stored, context: RequestContext): Promise<void>;
}

export interface SystemWritesDeps<Stored> extends Pick<Kernel, 'database' | 'writeOutOfBand'> {
  readonly store: SystemStore<Stored, unknown>;
  /** Absent for a resource without an audit log. */
  readonly audit?: {
    readonly log: AuditLog;
    /** Kind of the entries, and the account that a record belongs to. */
    describe(record: Stored): Pick<AuditEntry, 'kind' | 'account'>;
  };
  /** Returns the cache tags that a change or removal of a record purges in all processes. */
  readonly tagsOf?: (record: Stored) => readonly string[];
}

export function createSystemWrites<Stored extends { readonly id: string }>({
  store,
  audit,
  tagsOf,
  database,
  writeOutOfBand,
}: SystemWritesDeps<Stored>): SystemWrites<Stored> {
  const note = async (
    session: TransactionSession,
    {
      verb,
      record,
      context,
    }: { readonly verb: string; readonly record: Stored; readonly context: RequestContext },
  ): Promise<void> =>
    audit?.log.addWith(session, { ...audit.describe(record), details: `${verb} ${record.id}` }, context);

  const write = (record: Stored, work: (session: TransactionSession) => Promise<void>): Promise<void> =>
    tagsOf === undefined ? database.transaction(work) : writeOutOfBand(database, work, tagsOf(record));

  return {
    async create(values, context) {
      const record = { ...values, id: randomUUID() } as Stored; // The values and the id that they omit.
      await database.transaction(async (session) => {
        await store.insert(session, record);
        await note(session, { verb: 'created', record, context });
      });
      return record;
    },
    async change(record, changed, context) {
      await write(record, async (session) => {
        await store.update(session, record.id, changed);
        await note(session, { verb: 'changed', record, context });
      });
      return { ...record, ...changed };
    },
    remove: (record, context) =>
      write(record, async (session) => {
        if (await store.remove(session, record.id)) await note(session, { verb: 'revoked', record, context });
      }),
  };
}
