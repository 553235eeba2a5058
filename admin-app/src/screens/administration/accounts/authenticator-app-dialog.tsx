import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import type { Codes, TotpSecret } from '../../../../../templates/client/second-factors.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';

const QrCode = lazy(() => import('./qr-code.js'));

export interface AuthenticatorAppDialogProps {
  readonly app: TotpSecret;
  readonly closed: () => void;
  readonly confirm: (code: string) => Promise<Codes>;
  readonly confirmed: (codes: Codes) => void;
}

/** Dialog with the secret for an authenticator app and an input for its first code. */
export function AuthenticatorAppDialog({
  app,
  closed,
  confirm,
  confirmed,
}: AuthenticatorAppDialogProps): ReactElement {
  const translate = useTranslate();
  const [code, setCode] = useState('');
  return (
    <ActionDialog
      title={translate('administration.factors.add_app')}
      action={translate('administration.factors.confirm')}
      isDisabled={code.trim() === ''}
      fields={['code']}
      close={closed}
      run={async () => confirmed(await confirm(code.trim()))}
    >
      {(wrong) => (
        <>
          <Typography>{translate('administration.factors.type_secret')}</Typography>
          <Suspense
            fallback={<Skeleton variant="rounded" width={220} height={220} sx={{ alignSelf: 'center' }} />}
          >
            <QrCode text={app.uri} />
          </Suspense>
          <Typography
            component="p"
            sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', textAlign: 'center' }}
          >
            {app.secret}
          </Typography>
          <Link href={app.uri}>{translate('administration.factors.open_app')}</Link>
          <LabelledTextField
            label="administration.factors.code"
            value={code}
            change={setCode}
            wrong={wrong['code']}
            autoFocus
            autoComplete="one-time-code"
          />
        </>
      )}
    </ActionDialog>
  );
}
