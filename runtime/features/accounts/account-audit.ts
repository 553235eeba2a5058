import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { UnitHooks } from '../../kernel/contract/records/unit-of-work.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import { USER } from './is-user.js';

/** Enters what is done to accounts, with the transaction that does it: the names of members, and none of their values. */
export interface AccountAudit {
  readonly written: NonNullable<WriteRule['apply']>;
  readonly removed: NonNullable<UnitHooks['beforeDelete']>;
}

/** Members that decide who may sign in, and as what. */
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
