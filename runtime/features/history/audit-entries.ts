import type { AuditEntry, AuditLog } from '../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, SqlWrite } from '../../kernel/contract/database/database.js';
import { cutText } from '../../kernel/util/text/cut-text.js';
import { networkOf } from '../../kernel/util/http/network-of.js';
import { createEntryLimit } from './entry-limit.js';
import { actedAs, doneIn, DONE, insertRevisionSql } from './revision-row.js';
import { DETAILS_LENGTH } from './tables.js';

export interface AuditEntriesDeps {
  readonly database: Database;
  /** The running console command; undefined in a serving process. */
  readonly command: string | undefined;
}

/** The audit log, stored with the revisions. */
export interface AuditEntries extends AuditLog {
  /** Returns whether an entry already covers the request whose response is being sent, and forgets it. */
  takeNotified(requestId: string): boolean;
}

/** Maximum number of entries per hour: per account or address, and for all anonymous callers together. */
const LIMITS = { each: 20, all: 200 };

const CUT = ' (the last one of this hour that is kept)';

const COLUMNS = [...DONE, 'changes', 'kind', 'account', 'details'] as const;

export function createAuditEntries({ database, command }: AuditEntriesDeps): AuditEntries {
  const sql = insertRevisionSql(database, COLUMNS);
  const limits = new Map([
    ['failed-sign-in', createEntryLimit(LIMITS)],
    ['refusal', createEntryLimit(LIMITS)],
  ]);
  /** Ids of requests that an entry covers and that have no response yet. */
  const notified = new Set<string>();

  function writeOf({ kind, actor, account, details }: AuditEntry, context: RequestContext): SqlWrite {
    const done = doneIn(database, context, command);
    return {
      sql,
      parameters: {
        ...done,
        actor: actor ?? done.actor,
        changes: 0,
        kind,
        account: account ?? actedAs(context),
        details: details === undefined ? null : cutText(details, DETAILS_LENGTH),
      },
    };
  }

  /** Returns the entry to store; undefined if the hourly limit is reached. */
  function admitted(
    entry: AuditEntry,
    address: string,
    { actor: { user }, now }: RequestContext,
  ): AuditEntry | undefined {
    const key = user?.id ?? networkOf(address);
    const limit = limits.get(entry.kind);
    if (limit === undefined) return entry;
    const room = limit.admit(key, { now, isCounted: user === null });
    if (room === undefined) return undefined;
    return room === 'last' ? { ...entry, details: `${entry.details ?? ''}${CUT}` } : entry;
  }

  return {
    addWith: (session, entry, context) => session.sendAll([writeOf(entry, context)]),
    async addAlone(entry, { address }, context) {
      if (context.request !== undefined) notified.add(context.request.id);
      const stored = admitted(entry, address, context);
      if (stored === undefined) return;
      try {
        // The stated reason was written by the refused caller, so it is not stored.
        const request = context.request && { ...context.request, reason: null };
        const write = writeOf(stored, { ...context, ...(request && { request }) });
        await database.transaction((session) => session.sendAll([write]));
      } catch (err) {
        context.log.warn({ msg: 'failed to store an audit log entry', kind: entry.kind, err });
      }
    },
    takeNotified: (requestId) => notified.delete(requestId),
  };
}
