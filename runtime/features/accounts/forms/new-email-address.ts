import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import { EMAIL_ADDRESS } from '../model/user.js';
import type { BuiltInFormType, JudgedSubmission } from '../../../kernel/form-flow.js';
import type { Users } from '../users.js';
import { limitAddressChanges } from '../user-passwords.js';
import { requireCaller } from './caller.js';
import { NEW_EMAIL_ADDRESS } from './definitions.js';
import { validateFields } from './validate-fields.js';
import { storeOwn } from './store-own.js';

const GROUPS: ReadonlySet<string> = new Set([EMAIL_ADDRESS]);

/** Another address, which is confirmed by mail; an empty one cancels what is pending. */
export function newEmailAddress(users: Users): BuiltInFormType {
  return {
    definition: NEW_EMAIL_ADDRESS,
    isPrivate: true,
    shown(context) {
      const { emailAddress, fields } = requireCaller(context);
      const pending = fields['newEmailAddress'];
      const help =
        typeof pending === 'string'
          ? `You have requested to change your email to \`${pending}\`. Please check your inbox to validate this email address.`
          : undefined;
      return {
        data: { newEmailAddress: emailAddress },
        ...(help === undefined ? {} : { help: { newEmailAddress: help } }),
      };
    },
    async judge(judged) {
      const { submission, context } = judged;
      if (!submission.isJudged('newEmailAddress')) return;
      const { id, fields: former } = requireCaller(context);
      const { newEmailAddress: address } = submission.data;
      await limit(judged, address, users);
      await validateFields(
        judged,
        { id, former, groups: GROUPS, values: { newEmailAddress: address } },
        users,
      );
    },
    flow({ submission, context: from }, work, { enter }) {
      const newEmailAddress = submission.data['newEmailAddress'] ?? null;
      const change = { values: { newEmailAddress }, groups: [EMAIL_ADDRESS] };
      const step = storeOwn({ users, names: { newEmailAddress }, change });
      return enter({ context: from }, ({ context }) => work(step, context));
    },
  };
}

/** The same limit as for an address in a PATCH of the user; checks whether it is taken count too. */
async function limit(
  { extent, context }: JudgedSubmission,
  address: unknown,
  { addressChanges, nameChecks }: Users,
): Promise<void> {
  const { actor } = context;
  const { id, fields } = requireCaller(context);
  const account = { id, newEmailAddress: fields['newEmailAddress'] };
  if (extent === 'whole') await limitAddressChanges(address, { account, actor, addressChanges });
  else if (typeof address === 'string' && !isGranted(actor, ROLE_ADMIN)) await nameChecks.hit(id);
}
