import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import {
  secondFactorsOf,
  type Asked,
  type Codes,
  type TotpSecret,
} from '../../../../../templates/client/second-factors.js';
import { client } from '../../../api/client.js';
import { SecretDialog } from '../../../ui/secret-dialog.js';
import { useErrorMessage } from '../../../ui/use-error-message.js';
import { AuthenticatorAppDialog } from './authenticator-app-dialog.js';

export interface FirstFactorProps {
  readonly challenge: Asked;
  readonly entered: () => void;
  /** Receives the error message, and undefined when a new attempt starts. */
  readonly failed: (message: string | undefined) => void;
}

const factors = secondFactorsOf(client);

/** Sets up the first factor of a user whose role requires one, and signs the user in. */
export default function FirstFactor({ challenge, entered, failed }: FirstFactorProps): ReactElement {
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  const [app, setApp] = useState<TotpSecret>();
  const [codes, setCodes] = useState<string>();
  const { ticket, enrol = [] } = challenge;
  const showCodes = ({ recoveryCodes }: Codes): void => {
    setApp(undefined);
    if (recoveryCodes === null) entered();
    else setCodes(recoveryCodes.join('\n'));
  };
  const run = (work: () => Promise<void>): void => {
    failed(undefined);
    setBusy(true);
    work()
      .catch((error: unknown) => failed(reasonOf(error)))
      .finally(() => setBusy(false));
  };
  const addApp = (): void => run(async () => setApp(await factors.enrol(ticket)));
  const addPasskey = (): void => run(async () => showCodes(await factors.enrolPasskey(ticket)));
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography>{translate('people.needs_factor')}</Typography>
      {enrol.includes('totp') && (
        <Button variant="contained" disabled={isBusy} onClick={addApp}>
          {translate('administration.factors.add_app')}
        </Button>
      )}
      {enrol.includes('passkey') && 'PublicKeyCredential' in window && (
        <Button variant="outlined" disabled={isBusy} onClick={addPasskey}>
          {translate('administration.factors.add_passkey')}
        </Button>
      )}
      {app && (
        <AuthenticatorAppDialog
          app={app}
          closed={() => setApp(undefined)}
          confirm={(code) => factors.confirmEnrolment(ticket, code)}
          confirmed={showCodes}
        />
      )}
      <SecretDialog title="administration.factors.codes" secret={codes} closed={entered} />
    </Stack>
  );
}
