import type { ConfigProblem } from '../../kernel/errors/config-error.js';
import type { FormDefinition } from '../../kernel/contract/forms.js';
import {
  idleConstraints,
  writtenConstraints,
  type WrittenConstraint,
} from '../../model/forms/written-constraints.js';

/** Constraints of a form type that could never judge anything: no function is registered, or no group is active. */
export function checkConstraints(
  definition: FormDefinition,
  registered: Readonly<Record<string, unknown>>,
): readonly ConfigProblem[] {
  const missing = writtenConstraints(definition).filter(
    ({ name, options }) => name === 'Callback' && !Object.hasOwn(registered, String(options.name)),
  );
  return [
    ...missing.map((written) => ({
      key: keyOf(definition, written),
      problem: `names the constraint "${String(written.options.name)}", which is not registered`,
      advice: 'register it in "extensions.constraints" of cms.config.ts',
    })),
    ...idleConstraints(definition).map((written) => ({
      key: keyOf(definition, written),
      problem: 'never acts: forms are judged in the group "Default" alone',
      advice: 'leave out "groups", or name "Default" among them',
    })),
  ];
}

function keyOf({ name }: FormDefinition, { keys }: WrittenConstraint): string {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return `form ${name}${path}`;
}
