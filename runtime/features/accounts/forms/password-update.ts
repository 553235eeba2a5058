import type { RequestContext } from '../../../kernel/contract/context.js';
import { PASSWORD_CREATE } from '../model/user.js';
import type { BuiltInFormType } from '../../../kernel/form-flow.js';
import { byLink } from '../by-link.js';
import type { Users } from '../users.js';
import { PASSWORD_UPDATE } from './definitions.js';
import { validateFields } from './validate-fields.js';

const GROUPS: ReadonlySet<string> = new Set([PASSWORD_CREATE]);

/** Sets a password by a mailed token. The token is checked last, so that the answer tells no more than `/password/update`. */
export function passwordUpdate(users: Users): BuiltInFormType {
  return {
    definition: PASSWORD_UPDATE,
    // A link that fills it in holds the token.
    isPrivate: true,
    shown: (context) => ({
      data: {
        username: askedText(context, 'username'),
        plainNewPasswordConfirmationToken: askedText(context, 'token'),
      },
    }),
    judge: (judged) => {
      const { plainPassword } = judged.submission.data;
      const members = { id: undefined, former: {}, groups: GROUPS, values: { plainPassword } };
      return validateFields(judged, members, users);
    },
    async flow({ submission, context: from }, work, { enter }) {
      const { username, plainNewPasswordConfirmationToken: token, plainPassword } = submission.data;
      const password = text(plainPassword);
      const store = await users.prepareReset({ username: text(username), token: text(token), password });
      return enter({ context: byLink(from) }, ({ context }) =>
        work(async (_event, scope) => void (await store(scope)), context),
      );
    },
  };
}

const askedText = ({ asked: { list } }: RequestContext, name: string): string => text(list[name]);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
