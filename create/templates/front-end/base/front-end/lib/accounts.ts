import { ApiError, ValidationError, type Client } from '../../generated/client/index.js';
import { failureOf } from './failures.ts';
import type { Notice, NoticeField } from './notices.ts';
import { localPath } from './page.ts';

/** An account page. If the submission is rejected, the page is displayed again with the reason. */
interface AccountPage {
  readonly notice: Notice;
  /** @returns the next notice, or the path of a redirect */
  send(client: Client, form: FormData): Promise<Notice | string>;
}

const FORGOTTEN = { href: '/forgot-password', label: 'Forgot your password?' };
const SIGN_IN = { href: '/sign-in', label: 'Sign in' };
const OVER = 'This link is no longer valid.';

/** Returns the path of the sign-in page, which redirects to `to` afterwards. */
export const signInPath = (to: string): string => `/sign-in?to=${encodeURIComponent(to)}`;

/** Whether the path is an account page of the front end: sign-in, or a link in a mail (`default_redirect_path`). */
export const isAccountPath = (path: string): boolean => accountPageOf(path, '/') !== undefined;

/**
 * Returns the content of an account page.
 * @param to redirect path after sign-in
 * @param form submitted form, if any
 * @returns the notice or the path of a redirect; undefined if the path is not an account page
 */
export async function accountAnswer(
  client: Client,
  path: string,
  to: string | null,
  form?: FormData,
): Promise<Notice | string | undefined> {
  // Mails about enabled accounts link to this path.
  if (path === '/login') return SIGN_IN.href;
  if (path === '/sign-out' && form !== undefined) {
    await client.logout();
    return '/';
  }
  const page = accountPageOf(path, localPath(textIn(form, 'to') ?? to));
  if (page === undefined || form === undefined) return page?.notice;
  try {
    return await page.send(client, form);
  } catch (error) {
    const { status, message } = failureOf(error);
    const isOver = status === 404 && page.notice.form !== undefined;
    return {
      ...withTyped(page.notice, form),
      status,
      error: isOver ? OVER : error instanceof ValidationError ? reasonsOf(error) : message,
      ...(isOver ? { form: undefined } : {}),
    };
  }
}

function accountPageOf(path: string, to: string): AccountPage | undefined {
  const [name, ...values] = path.slice(1).split('/').map(decode);
  switch (`${name} ${values.length}`) {
    case 'sign-in 0':
      return signIn(to);
    case 'forgot-password 0':
      return forgotPassword();
    case 'reset-password 2':
      return resetPassword(values);
    case 'verify-email 2':
      return confirmAddress('/verify-email', values);
    case 'confirm-new-email 3':
      return confirmAddress('/confirm-email', values);
    default:
      return undefined;
  }
}

const signIn = (to: string): AccountPage => ({
  notice: {
    ...{ status: 200, title: 'Sign in', texts: [], links: [FORGOTTEN] },
    form: {
      fields: [
        { name: 'to', type: 'hidden', value: to },
        { name: 'username', label: 'Name', type: 'text', autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      button: 'Sign in',
    },
  },
  async send(client, form) {
    try {
      await client.login(textIn(form, 'username') ?? '', textIn(form, 'password') ?? '');
      return to;
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 401].includes(error.status)) throw error;
      const message = String(error.body['message']);
      const isWrong = error.status === 400 || message === 'Invalid credentials.';
      throw new ApiError(401, {
        detail: isWrong ? 'The user name or password is incorrect.' : message,
      });
    }
  },
});

const forgotPassword = (): AccountPage => ({
  notice: {
    ...{ status: 200, title: 'Forgot your password?', links: [SIGN_IN] },
    texts: ['We will send you a link to choose a new password.'],
    form: {
      fields: [{ name: 'username', label: 'User name or e-mail address', type: 'text', autocomplete: 'username' }],
      button: 'Send the link',
    },
  },
  async send(client, form) {
    const body = { username: textIn(form, 'username') ?? '' };
    await client.request('POST', '/password/reset', { body }).catch((error: unknown) => {
      // The response must not reveal which accounts exist.
      if (!(error instanceof ApiError) || ![404, 429].includes(error.status)) throw error;
    });
    return done('Check your mail', 'If the account exists, you will receive a link within a few minutes.');
  },
});

const resetPassword = ([username, token]: readonly string[]): AccountPage => ({
  notice: {
    ...{ status: 200, title: 'Choose a password', texts: [], links: [FORGOTTEN] },
    form: {
      fields: [{ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' }],
      button: 'Save',
    },
  },
  async send(client, form) {
    const body = { username, token, password: textIn(form, 'password') ?? '' };
    await client.request('POST', '/password/update', { body });
    return done('Your password has changed', 'You can sign in with it now.');
  },
});

/** Mail programs open links automatically, so the page requires a click on a button. */
const confirmAddress = (prefix: string, values: readonly string[]): AccountPage => ({
  notice: {
    ...{ status: 200, title: 'Confirm your e-mail address', texts: [], links: [] },
    form: { fields: [], button: 'Confirm' },
  },
  async send(client) {
    try {
      await client.request('GET', `${prefix}/${values.map(encodeURIComponent).join('/')}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw new ApiError(409, { detail: 'This address is already used by another account.' });
      throw error;
    }
    return done('Your e-mail address is confirmed', 'Thank you.');
  },
});

const done = (title: string, text: string): Notice => ({
  ...{ status: 200, title, texts: [text], links: [SIGN_IN] },
});

const withTyped = (notice: Notice, sent: FormData): Notice => ({
  ...notice,
  form: notice.form && {
    ...notice.form,
    fields: notice.form.fields.map((field): NoticeField => {
      const value = field.type === 'text' ? textIn(sent, field.name) : undefined;
      return value === undefined ? field : { ...field, value };
    }),
  },
});

const reasonsOf = ({ violations, message }: ValidationError): string =>
  violations.map((violation) => violation.message).join(' ') || message;

function textIn(form: FormData | undefined, name: string): string | undefined {
  const value = form?.get(name);
  return typeof value === 'string' ? value : undefined;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
