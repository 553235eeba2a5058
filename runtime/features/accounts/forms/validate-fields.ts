import type { EvaluatedSubmission } from '../../../extension-points/forms/form-flow.js';
import type { AccountToValidate } from '../validate-account.js';
import type { Users } from '../users.js';

/** Account fields that a form contains. */
export type AccountMembers = Pick<AccountToValidate, 'id' | 'previous' | 'groups' | 'values'>;

/** Adds account violations to the fields of the form. Fields that were not submitted get none. */
export async function validateFields(
  { submission, context }: EvaluatedSubmission,
  members: AccountMembers,
  { validate }: Pick<Users, 'validate'>,
): Promise<void> {
  const violations = await validate({ ...members, actor: context.actor });
  for (const violation of violations)
    if (submission.isEvaluated(violation.propertyPath))
      submission.addError(violation.propertyPath, violation);
}
