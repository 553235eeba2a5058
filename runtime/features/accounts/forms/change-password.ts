import { PASSWORD_CREATE } from '../model/user.js';
import type { BuiltInFormType } from '../../../kernel/form-flow.js';
import { WRONG_PASSWORD } from '../user-passwords.js';
import type { Users } from '../users.js';
import { requireCaller } from './caller.js';
import { CHANGE_PASSWORD } from './definitions.js';
import { validateFields } from './validate-fields.js';
import { storeOwn } from './store-own.js';

const GROUPS: ReadonlySet<string> = new Set([PASSWORD_CREATE]);

/** Another password, for whoever knows the present one; the other sessions of the account end. */
export function changePassword(users: Users): BuiltInFormType {
  return {
    definition: CHANGE_PASSWORD,
    isPrivate: true,
    shown: (context) => ({ data: { username: requireCaller(context).username } }),
    async judge(judged) {
      const { submission, context } = judged;
      const { id } = requireCaller(context);
      const { oldPassword, plainPassword } = submission.data;
      await validateFields(judged, { id, former: {}, groups: GROUPS, values: { plainPassword } }, users);
      if (!submission.isJudged('oldPassword')) return;
      // An empty one is no guess.
      const isRight = typeof oldPassword === 'string' && (await users.isCurrentPassword(id, oldPassword));
      if (!isRight) submission.addError('oldPassword', WRONG_PASSWORD);
    },
    async flow({ submission, context: from }, work, { enter }) {
      const { plainPassword } = submission.data;
      const password = await users.hasher.hash(String(plainPassword)); // judged
      const step = storeOwn({ users, change: { values: {}, concealed: { password } } });
      return enter({ context: from }, ({ context }) => work(step, context));
    },
  };
}
