import Button from '@mui/material/Button';
import KeyIcon from '@mui/icons-material/Key';
import Stack from '@mui/material/Stack';
import { useTranslate } from 'ra-core';
import { useEffect, useState, type ReactElement } from 'react';
import { secondFactorsOf, type Asked } from '../../../../../templates/client/second-factors.js';
import { client } from '../../../api/client.js';
import { useErrorMessage } from '../../../ui/use-error-message.js';
import { ForgottenPassword } from './forgotten-password.js';

export interface OtherSignInMethodsProps {
  /** Required second factor. Undefined before the password was accepted. */
  readonly challenge: Asked | undefined;
  readonly entered: () => void;
  /** Receives the error message, and undefined when a new attempt starts. */
  readonly failed: (message: string | undefined) => void;
}

const factors = secondFactorsOf(client);

/** Sign-in with a passkey, and the password reset. */
export default function OtherSignInMethods({
  challenge,
  entered,
  failed,
}: OtherSignInMethodsProps): ReactElement {
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  const hasPasskeys = useOffered() && (challenge === undefined || challenge.methods.includes('passkey'));
  const enter = (): void => {
    failed(undefined);
    setBusy(true);
    factors
      .enterByPasskey(challenge?.ticket)
      .then(entered, (error: unknown) => {
        // The message of the browser for a canceled sign-in or a missing passkey is technical.
        const isLeft = error instanceof DOMException && error.name === 'NotAllowedError';
        failed(isLeft ? translate('people.no_passkey') : reasonOf(error));
      })
      .finally(() => setBusy(false));
  };
  return (
    <Stack sx={{ mt: 1, gap: 1 }}>
      {hasPasskeys && (
        <Button variant="outlined" fullWidth startIcon={<KeyIcon />} loading={isBusy} onClick={enter}>
          {translate('people.by_passkey')}
        </Button>
      )}
      {challenge === undefined && (
        <Button size="small" onClick={() => setForgotten(true)} sx={{ alignSelf: 'center' }}>
          {translate('people.forgotten')}
        </Button>
      )}
      {isForgotten && <ForgottenPassword close={() => setForgotten(false)} />}
    </Stack>
  );
}

/** Returns whether the browser and the service support passkeys. */
function useOffered(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    factors.offersPasskeys().then(setOffered, () => setOffered(false));
  }, []);
  return isOffered;
}
