import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { networkOf } from '../../../kernel/util/network-of.js';
import { PASSWORD_CREATE } from '../model/user.js';
import type { BuiltInFormType, JudgedSubmission } from '../../../kernel/form-flow.js';
import type { Users } from '../users.js';
import { USER_REGISTER } from './definitions.js';
import { validateFields } from './validate-fields.js';

const GROUPS: ReadonlySet<string> = new Set(['Default', PASSWORD_CREATE]);

/** Creates an account as POST of a user does, but without its check of the caller. */
export function userRegister(users: Users, resource: RegisteredResource): BuiltInFormType {
  return {
    definition: USER_REGISTER,
    async judge(judged) {
      await limit(judged, users);
      const { data: values } = judged.submission;
      await validateFields(judged, { id: undefined, former: {}, groups: GROUPS, values }, users);
    },
    flow({ submission, context }, work, { prepareCreate }) {
      // Texts, or null.
      const body = submission.data as JsonObject;
      return prepareCreate({ resource, body: () => body }, context, (store, entered) =>
        work(async (event, scope) => {
          event.result = { record: (await store(scope)).after };
        }, entered),
      );
    },
  };
}

/** The same limits as for POST of a user; checks of names count too. Administrators have none, as they import accounts. */
async function limit(
  { submission, extent, address, context }: JudgedSubmission,
  { registrations, nameChecks }: Users,
): Promise<void> {
  if (isGranted(context.actor, ROLE_ADMIN)) return;
  const { username, emailAddress } = submission.data;
  const isWhole = extent === 'whole';
  if (isWhole) await registrations.hit(networkOf(address));
  else if (username != null || emailAddress != null) await nameChecks.hit(networkOf(address));
}
