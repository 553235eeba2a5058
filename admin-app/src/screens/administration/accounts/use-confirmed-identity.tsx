import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { ApiError } from '../../../../../templates/client/errors.js';
import { secondFactorsOf } from '../../../../../templates/client/second-factors.js';
import { client } from '../../../api/client.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';
import { useAction, type Action } from '../../../ui/use-action.js';

const factors = secondFactorsOf(client);

interface Asked {
  readonly isPassword: boolean;
  /** Goes on, or gives up. */
  readonly answered: (isProved: boolean) => void;
}

/** Does what needs a fresh sign-in: where the service asks for a proof, so is the user, and it is done once more. */
export function useConfirmedIdentity(): Action & {
  readonly proof: ReactElement | null;
  /** Does the work alone; its caller reports errors. */
  readonly proved: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
} {
  const { run, isBusy } = useAction();
  const [asked, setAsked] = useState<Asked>();
  const prove = (isPassword: boolean): Promise<boolean> =>
    new Promise((resolve) => {
      setAsked({
        isPassword,
        answered(isProved) {
          setAsked(undefined);
          resolve(isProved);
        },
      });
    });
  const proved = async <Answer,>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      const proofs = error instanceof ApiError && error.status === 403 ? error.body['proofs'] : undefined;
      // Where nothing proves it, only a new sign-in helps; the message says so.
      if (!Array.isArray(proofs) || proofs.length === 0) throw error;
      if (!(await prove(proofs.includes('password')))) throw error;
      return work();
    }
  };
  return {
    isBusy,
    proved,
    run: (work, done) => run(() => proved(work), done),
    proof: asked === undefined ? null : <ProofDialog {...asked} />,
  };
}

function ProofDialog({ isPassword, answered }: Asked): ReactElement {
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
