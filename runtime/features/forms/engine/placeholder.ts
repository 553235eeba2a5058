import type { FormFieldDefinition } from '../../../kernel/contract/forms.js';

/**
 * Label of the choice that stands for none (components.md section 5.5, "Choice details"); undefined where there is no such
 * choice.
 */
export function placeholderOf(field: FormFieldDefinition): string | undefined {
  const { required: isRequired = true, multiple, expanded, attr, placeholder } = field;
  if (multiple === true || placeholder === false) return undefined;
  // A list that shows several choices at once needs none to begin with.
  const showsChoices = expanded === true || Number(attr?.size ?? 1) > 1;
  if (isRequired && showsChoices) return undefined;
  const label = typeof placeholder === 'string' ? placeholder : isRequired ? undefined : '';
  return expanded === true && label === '' ? 'None' : label;
}
