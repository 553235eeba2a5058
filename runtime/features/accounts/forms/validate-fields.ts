import type { JudgedSubmission } from '../../../kernel/form-flow.js';
import type { AccountToValidate } from '../validate-account.js';
import type { Users } from '../users.js';

/** Members of an account that a form holds. */
export type AccountMembers = Pick<AccountToValidate, 'id' | 'former' | 'groups' | 'values'>;

/** Adds the violations of an account to the fields of its form; fields that were not sent get none. */
export async function validateFields(
  { submission, context }: JudgedSubmission,
  members: AccountMembers,
  { validate }: Pick<Users, 'validate'>,
): Promise<void> {
  const violations = await validate({ ...members, actor: context.actor });
  for (const violation of violations)
    if (submission.isJudged(violation.propertyPath)) submission.addError(violation.propertyPath, violation);
}
