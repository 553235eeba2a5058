import type { FormDefinition, FormType } from '../../../kernel/contract/schema/forms.js';
import type { FormSuccessHandler } from '../../../kernel/contract/features/form-success.js';
import type { SubmittedData, TypedFormType } from './submitted-data.js';

/** The parts of a form type that only code can hold. */
export interface FormCode<Definition extends FormDefinition, Forms extends readonly FormType[]> extends Omit<
  FormType,
  'definition' | 'onSuccess'
> {
  /** Forms that fields have as their type, so that their values are known. */
  readonly forms?: Forms;
  /** Acts behind the handlers that `on_success` names. */
  readonly onSuccess?: FormSuccessHandler<SubmittedData<Definition, Forms[number]>>;
}

/**
 * Makes a form type for `extensions.forms` (components.md section 5.9). `definition` is what a file of `schemas/forms/` says, and
 * the types of submitted data follow from it; `code` is what only code can say. A mistake in it stops the start, with the place
 * and what to write instead.
 */
export function defineForm<
  const Definition extends FormDefinition,
  const Forms extends readonly FormType[] = readonly [],
>(definition: Definition, code: FormCode<Definition, Forms> = {}): TypedFormType<Definition, Forms> {
  const { onSuccess, ...others } = code;
  // A handler is given the values of its own form, and of no other.
  return {
    ...others,
    definition,
    ...(onSuccess === undefined ? {} : { onSuccess: onSuccess as FormSuccessHandler }),
  };
}
