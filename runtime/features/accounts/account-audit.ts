import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { UnitHooks } from '../../kernel/contract/records/unit-of-work.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import { USER } from './is-user.js';

/**
 * Adds audit log entries for account changes in the same transaction. Entries name the changed fields but not their
 * values.
 */
export interface AccountAudit {
  readonly written: NonNullable<WriteRule['apply']>;
  readonly removed: NonNullable<UnitHooks['beforeDelete']>;
}

/** Fields that decide who can sign in, and with which rights. */
const TOLD: ReadonlySet<string> = new Set([
  'username',
  'emailAddress',
  'newEmailAddress',
  'emailAddressVerified',
  'roles',
  'enabled',
]);

export function createAccountAudit(audit: AuditLog): AccountAudit {
  return {
    async written({ before, after, changed, concealed }, { session, context }) {
      const members = [
        ...changed.filter((name) => TOLD.has(name)),
        ...(concealed.has('password') ? ['password'] : []),
      ];
      if (before !== null && members.length === 0) return;
      const details = before === null ? 'created' : members.join(', ');
      await audit.addWith(session, { kind: 'account', account: after.id, details }, context);
    },
    async removed(rows, session, context) {
      for (const { type, id } of rows)
        if (type === USER)
          await audit.addWith(session, { kind: 'account', account: id, details: 'deleted' }, context);
    },
  };
}
