import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { ApiError } from '../../../../../templates/client/errors.js';
import { secondFactorsOf } from '../../../../../templates/client/second-factors.js';
import { client } from '../../../api/client.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';
import { useAction, type Action } from '../../../ui/use-action.js';

const factors = secondFactorsOf(client);

interface PendingConfirmation {
  readonly isPassword: boolean;
  /** Continues, or cancels the action. */
  readonly answered: (isConfirmed: boolean) => void;
}

/**
 * Runs actions that require a fresh sign-in. If the service requires a confirmation of the identity, a dialog asks for
 * it and the action runs again.
 */
export function useConfirmedIdentity(): Action & {
  readonly confirmation: ReactElement | null;
  /** Runs the action without reporting its errors. */
  readonly confirmed: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
} {
  const { run, isBusy } = useAction();
  const [pending, setPending] = useState<PendingConfirmation>();
  const confirm = (isPassword: boolean): Promise<boolean> =>
    new Promise((resolve) => {
      setPending({
        isPassword,
        answered(isConfirmed) {
          setPending(undefined);
          resolve(isConfirmed);
        },
      });
    });
  const confirmed = async <Answer,>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      const proofs = error instanceof ApiError && error.status === 403 ? error.body['proofs'] : undefined;
      // Without a possible confirmation the user must sign in again, as the message explains.
      if (!Array.isArray(proofs) || proofs.length === 0) throw error;
      if (!(await confirm(proofs.includes('password')))) throw error;
      return work();
    }
  };
  return {
    isBusy,
    confirmed,
    run: (work, done) => run(() => confirmed(work), done),
    confirmation: pending === undefined ? null : <ConfirmationDialog {...pending} />,
  };
}

function ConfirmationDialog({ isPassword, answered }: PendingConfirmation): ReactElement {
  const translate = useTranslate();
  const [value, setValue] = useState('');
  return (
    <ActionDialog
      title={translate('administration.factors.prove')}
      action={translate('admin.enter')}
      isDisabled={value === ''}
      fields={['password', 'code']}
      close={() => answered(false)}
      run={async () => {
        await factors.prove(isPassword ? { password: value } : { code: value.trim() });
        answered(true);
      }}
    >
      {(wrong) => (
        <LabelledTextField
          label={isPassword ? 'admin.password' : 'admin.code'}
          type={isPassword ? 'password' : 'text'}
          autoComplete={isPassword ? 'current-password' : 'one-time-code'}
          autoFocus
          value={value}
          change={setValue}
          wrong={wrong['password'] ?? wrong['code']}
        />
      )}
    </ActionDialog>
  );
}
