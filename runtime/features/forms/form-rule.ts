import type { PendingWrite, WriteRule } from '../../kernel/contract/records/writes.js';
import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { FormTypes } from './form-types.js';
import { FORM } from './is-form.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import type { Violation } from '../../kernel/contract/records/validation.js';

const MEMBER = 'formType';

/**
 * Validates that `formType` is a form type of the service, and stores its canonical identifier (components.md section
 * 5.1).
 */
export function createFormRule(types: FormTypes, registry: ResourceRegistry): WriteRule {
  return {
    appliesTo: ({ name }) => name === FORM,
    many: 'each',
    prepare(write, { context }) {
      const { values, violations, before } = write;
      const isEvaluated = violations.items.some(({ propertyPath }) => propertyPath === MEMBER);
      // A removed form type must not prevent changes to other members.
      if (isEvaluated || (write.kind === 'update' && values[MEMBER] === before?.values[MEMBER])) return;
      const name = values[MEMBER];
      const type = typeof name === 'string' ? types.find(name) : undefined;
      type?.assertPlaceable?.(context);
      if (type !== undefined) values[MEMBER] = type.identifier;
      else violations.add({ propertyPath: MEMBER, ...faultOf(write, registry) });
    },
  };
}

function faultOf({ values }: PendingWrite, registry: ResourceRegistry): Omit<Violation, 'propertyPath'> {
  const name = values[MEMBER];
  if (typeof name !== 'string' || name === '')
    return { message: 'This value should not be blank.', code: VIOLATION_CODES.notBlank };
  const parameters = { name };
  const fault =
    registry.byClassIdentifier(name) === undefined
      ? messageOf(
          'The form type "{{ name }}" does not exist. Form types are the files in schemas/forms and the entries of extensions.forms in the configuration.',
          { parameters },
        )
      : messageOf(
          '"{{ name }}" is no form type. Form types are the files in schemas/forms and the entries of extensions.forms in the configuration.',
          { parameters },
        );
  return { ...fault, code: null };
}
