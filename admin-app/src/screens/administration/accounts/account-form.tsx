import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'ra-core';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useErrorMessage, fieldErrorsOf } from '../../../ui/use-error-message.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';

export interface AccountField {
  readonly name: string;
  /** Message key. */
  readonly label: string;
  readonly type: 'text' | 'password' | 'email';
  readonly autoComplete: string;
}

export interface AccountFormProps {
  readonly fields: readonly AccountField[];
  /** Message keys. */
  readonly submit: string;
  readonly done: string;
  readonly send: (body: Readonly<Record<string, string>>) => Promise<void>;
}

/** Form for some members of the account. It is cleared after submission. */
export function AccountForm({ fields, submit, done, send }: AccountFormProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const sent = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setWrong({});
    setMessage(undefined);
    send(Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ''])))
      .then(() => {
        setValues({});
        notify(done, { type: 'success' });
      })
      .catch((error: unknown) => {
        const errors = fieldErrorsOf(error);
        setWrong(errors);
        if (!fields.some(({ name }) => name in errors)) setMessage(reasonOf(error));
      })
      .finally(() => setBusy(false));
  };

  return (
    <form method="post" onSubmit={sent} noValidate>
      {message !== undefined && <Alert severity="error">{message}</Alert>}
      {fields.map(({ name, ...field }) => (
        <LabelledTextField
          key={name}
          {...field}
          name={name}
          value={values[name] ?? ''}
          change={(value) => setValues((before) => ({ ...before, [name]: value }))}
          wrong={wrong[name]}
          sx={{ maxWidth: 480, display: 'flex' }}
        />
      ))}
      <Button type="submit" variant="outlined" loading={isBusy} sx={{ mt: 1 }}>
        {translate(submit)}
      </Button>
    </form>
  );
}
