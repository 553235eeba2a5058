import type { JudgedSubmission } from '../../../kernel/form-flow.js';
import type { AccountToValidate } from '../validate-account.js';
import type { Users } from '../users.js';

/** Members of an account, as a form holds them. */
export type AccountMembers = Pick<AccountToValidate, 'id' | 'former' | 'groups' | 'values'>;

/** Shows at the fields of a form what users would be refused for; what was not sent is not spoken of. */
export async function validateFields(
  { submission, context }: JudgedSubmission,
  members: AccountMembers,
  { validate }: Pick<Users, 'validate'>,
): Promise<void> {
  const violations = await validate({ ...members, actor: context.actor });
  for (const { propertyPath, message } of violations)
    if (submission.isJudged(propertyPath)) submission.addError(propertyPath, message);
}
