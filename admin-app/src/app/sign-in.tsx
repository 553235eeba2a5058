import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState, type FormEvent, type ReactElement } from 'react';
import { secondFactorsOf, type Asked } from '../../../templates/client/second-factors.js';
import { client } from '../api/client.js';

export interface SignInProps {
  /** Called after a successful sign-in. */
  readonly entered: () => void;
  /** The browser rejected the session cookie of the previous sign-in. */
  readonly hasNoCookie: boolean;
}

const factors = secondFactorsOf(client);
/** Loaded separately, because most users do not need them immediately. */
const OtherSignInMethods = lazy(() => import('../screens/administration/accounts/other-sign-in-methods.js'));
const FirstFactor = lazy(() => import('../screens/administration/accounts/first-factor.js'));

/** Sign-in form: credentials, then a code if the account has a second factor. */
export function SignIn({ entered, hasNoCookie }: SignInProps): ReactElement {
  const translate = useTranslate();
  const [challenge, setChallenge] = useState<Asked>();
  const [message, setMessage] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function enter(values: FormData): Promise<void> {
    const of = (name: string): string => String(values.get(name) ?? '');
    if (challenge !== undefined) return factors.enter(challenge.ticket, of('code')).then(entered);
    const more = await factors.login(of('username'), of('password'));
    if (more === undefined) entered();
    else setChallenge(more);
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setMessage(undefined);
    setBusy(true);
    enter(new FormData(event.currentTarget))
      .catch((error: Error) => setMessage(error.message))
      .finally(() => setBusy(false));
  };
  const wrong = message ?? (hasNoCookie ? translate('admin.no_cookie') : undefined);
  const takesCode = challenge === undefined || challenge.methods.length > 0;

  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100vh', p: 2 }}>
      <Card sx={{ p: 3, width: '100%', maxWidth: 400 }}>
        <Typography component="h1" variant="h5" sx={{ mb: 2 }}>
          {translate('admin.sign_in')}
        </Typography>
        {wrong !== undefined && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {wrong}
          </Alert>
        )}
        {takesCode && (
          <form method="post" onSubmit={submit}>
            {challenge === undefined ? <Credentials /> : <Code />}
            <Button type="submit" variant="contained" fullWidth loading={isBusy} sx={{ mt: 2 }}>
              {translate(challenge === undefined ? 'admin.sign_in' : 'admin.enter')}
            </Button>
          </form>
        )}
        <Suspense>
          {challenge?.methods.length === 0 ? (
            <FirstFactor {...{ challenge, entered, failed: setMessage }} />
          ) : (
            <OtherSignInMethods {...{ challenge, entered, failed: setMessage }} />
          )}
        </Suspense>
      </Card>
    </Box>
  );
}

function Credentials(): ReactElement {
  const translate = useTranslate();
  return (
    <>
      <TextField
        {...{ name: 'username', label: translate('admin.username'), autoComplete: 'username' }}
        {...{ required: true, fullWidth: true, margin: 'dense', autoFocus: true }}
      />
      <TextField
        {...{ name: 'password', label: translate('admin.password'), autoComplete: 'current-password' }}
        {...{ required: true, fullWidth: true, margin: 'dense', type: 'password' }}
      />
    </>
  );
}

function Code(): ReactElement {
  const translate = useTranslate();
  return (
    <TextField
      {...{ name: 'code', label: translate('admin.code'), autoComplete: 'one-time-code' }}
      {...{ required: true, fullWidth: true, margin: 'dense', autoFocus: true }}
    />
  );
}
