'use client';

import { useActionState } from 'react';
import type { Form } from '../../generated/types/index.js';
import { send } from '../app/actions';
import type { Drawing } from '../lib/answer';
import { FORM_FIELD, formStateOf, PREVIEW_FIELD } from '../lib/forms';
import { FormField } from './form-field';

interface Props {
  readonly stored: Form;
  readonly drawing: Drawing;
}

/** Renders a form. After a rejected submission, it contains the entered values and the errors. */
export function FormComponent({ stored, drawing: { address } }: Props) {
  const [submission, action, isPending] = useActionState(send, null);
  const { isSent, view } = formStateOf(stored, submission, address.sent);
  if (isSent) return <p role="status">Thank you. We have received your message.</p>;
  if (view === undefined) return null;
  return (
    <form className="fields" action={action} noValidate>
      <input type="hidden" name={FORM_FIELD} value={stored['@id']} />
      {address.preview !== undefined && <input type="hidden" name={PREVIEW_FIELD} value={address.preview} />}
      {view.vars.errors?.map((error) => (
        <p key={error} className="error" role="alert">
          {error}
        </p>
      ))}
      {view.children.map((node) => (
        <FormField key={node.vars.id} node={node} isPending={isPending} />
      ))}
    </form>
  );
}
