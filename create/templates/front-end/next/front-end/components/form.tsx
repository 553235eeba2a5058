'use client';

import { useActionState } from 'react';
import type { Form } from '../../generated/types/index.js';
import { send } from '../app/actions';
import { FORM_FIELD } from '../lib/forms';
import { FormField } from './form-field';

/** A form as the API describes it, and after a refused submission what was typed and what is wrong with it. */
export function FormComponent({ stored }: { readonly stored: Form }) {
  const [submission, action, isPending] = useActionState(send, null);
  if (submission?.kind === 'sent') return <p role="status">Thank you. What you sent has arrived.</p>;
  const { formView } = submission?.form ?? stored;
  if (formView === undefined) return null;
  return (
    <form className="fields" action={action} noValidate>
      <input type="hidden" name={FORM_FIELD} value={stored['@id']} />
      {formView.vars.errors?.map((error) => (
        <p key={error} className="error" role="alert">
          {error}
        </p>
      ))}
      {formView.children.map((node) => (
        <FormField key={node.vars.id} node={node} isPending={isPending} />
      ))}
    </form>
  );
}
