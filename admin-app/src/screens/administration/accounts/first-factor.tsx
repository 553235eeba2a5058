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
  readonly asked: Asked;
  readonly entered: () => void;
  /** Given what stands against it in words, and nothing when it is tried again. */
  readonly failed: (message: string | undefined) => void;
}

const factors = secondFactorsOf(client);

/** Somebody whose role needs a second factor adds the first one, and is signed in with it. */
export default function FirstFactor({ asked, entered, failed }: FirstFactorProps): ReactElement {
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  const [app, setApp] = useState<TotpSecret>();
  const [codes, setCodes] = useState<string>();
  const { ticket, enrol = [] } = asked;
  const kept = ({ recoveryCodes }: Codes): void => {
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
  const addPasskey = (): void => run(async () => kept(await factors.enrolPasskey(ticket)));
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
          confirmed={kept}
        />
      )}
      <SecretDialog title="administration.factors.codes" secret={codes} closed={entered} />
    </Stack>
  );
}
