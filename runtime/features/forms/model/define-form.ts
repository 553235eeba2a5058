import type { FormDefinition, FormType } from '../../../extension-points/forms/form-definition.js';
import type { FormSuccessHandler } from '../../../extension-points/forms/form-success.js';
import type { SubmittedData, TypedFormType } from './submitted-data.js';

/**
 * Parts of a form type that only code can define.
 *
 * @example
 * const definition = { name: 'Newsletter', fields: [{ name: 'email', type: 'email' }] } as const;
 * const code: FormCode<typeof definition, readonly []> = {
 *   onSuccess: async ({ data }, { create }) => {
 *     await create('Subscriber', { email: data.email });
 *   },
 * };
 */
export interface FormCode<Definition extends FormDefinition, Forms extends readonly FormType[]> extends Omit<
  FormType,
  'definition' | 'onSuccess'
> {
  /** Form types that fields refer to, so that their values are typed. */
  readonly forms?: Forms;
  /** Runs after the handlers in `on_success`. */
  readonly onSuccess?: FormSuccessHandler<SubmittedData<Definition, Forms[number]>>;
}

/**
 * Defines a form type for `extensions.forms` (components.md section 5.9). `definition` has the format of
 * `schemas/forms/`, and determines the types of the submitted data. A mistake stops the startup with its position and a
 * remedy.
 *
 * @example
 * export const newsletter = defineForm(
 *   { name: 'Newsletter', fields: [{ name: 'email', type: 'email' }] },
 *   {
 *     onSuccess: async ({ data }, { create }) => {
 *       await create('Subscriber', { email: data.email });
 *     },
 *   },
 * );
 */
export function defineForm<
  const Definition extends FormDefinition,
  const Forms extends readonly FormType[] = readonly [],
>(definition: Definition, code: FormCode<Definition, Forms> = {}): TypedFormType<Definition, Forms> {
  const { onSuccess, ...others } = code;
  // A handler only receives values of its own form.
  return {
    ...others,
    definition,
    ...(onSuccess === undefined ? {} : { onSuccess: onSuccess as FormSuccessHandler }),
  };
}
