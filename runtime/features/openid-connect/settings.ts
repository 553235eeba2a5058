import type { ConfigProblem } from '../../kernel/errors/config-error.js';
import type { ConfigOf } from '../../kernel/settings/config.js';
import { checkPattern } from '../../kernel/settings/check-pattern.js';
import { missing, type Place, problemAt } from '../../kernel/settings/place.js';
import {
  checked,
  choice,
  flag,
  group,
  list,
  mapped,
  ofService,
  optional,
  record,
  switchable,
  text,
  texts,
  type ValueOf,
} from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { isLoopback } from '../../kernel/util/loopback.js';

const ROLE = '^ROLE_[A-Z0-9_]{1,100}$';

const roleRule = checked(
  group('Who gets a role: those of whom the provider says so. `value` or `pattern` is needed.', {
    claim: text('Name of the claim, or a path through objects such as `realm_access.roles`.'),
    value: optional(text('The claim is this, or a list in which it is.')),
    pattern: optional(text('The same by a regular expression, which matches the whole value.')),
    role: text('The role.', { pattern: ROLE }),
  }),
  ({ value, pattern }, key) => {
    if ((value === undefined) === (pattern === undefined))
      return problemAt(key, 'must have either value or pattern', 'write the value that the claim has');
    if (pattern === undefined) return [];
    return compiles(pattern)
      ? checkPattern(pattern, `${key}.pattern`, { whole: true })
      : problemAt(`${key}.pattern`, `"${pattern}" is no regular expression`, 'write one, such as cms-.*');
  },
);

const provider = group('A provider.', {
  label: optional(text('What people read on its button; its name by default.')),
  issuer: checked(text('Its address, exactly as its tokens say it.'), checkIssuer),
  client_id: text('Name under which the service is registered there.'),
  client_authentication: choice(
    'How the service proves there who it is; `none` for a client without a secret.',
    ['client_secret_basic', 'client_secret_post', 'none'],
    { default: 'client_secret_basic' },
  ),
  client_secret_variable: optional(
    text('Variable of the environment that has the secret; OPENID_CONNECT_NAME_SECRET by default.', {
      pattern: '^[A-Z][A-Z0-9_]*$',
    }),
  ),
  scopes: checked(texts('What is asked for.', ['openid', 'email', 'profile']), (scopes, key) =>
    scopes.includes('openid') ? [] : problemAt(key, 'must contain "openid"', 'add it'),
  ),
  authorization_parameters: record(
    'More parameters of the address that browsers are led to, such as `prompt`.',
    text('The value.'),
  ),
  sign_up: choice(
    'Who gets an account at the first sign-in: nobody, those who get a role by `roles`, or everybody whose address is verified.',
    ['nobody', 'with_role', 'anybody'],
    { default: 'nobody' },
  ),
  roles: list('Roles by what the provider says of somebody.', roleRule),
  sync_roles: flag('At each sign-in the roles that `roles` can give are given and taken away.', true),
  assume_verified: flag(
    'Addresses count as verified where the provider does not say: only for one that verifies every address, such as the directory of your organisation.',
    false,
  ),
  trust_mfa: choice(
    'Whether a second factor asked for there stands for the one here: never, where its tokens say so (`amr` has `mfa`), or always.',
    ['never', 'amr', 'always'],
    { default: 'never' },
  ),
});

const SUBJECT = 'The security of your account has changed';

export const OPENID_CONNECT_SETTINGS = defineSettings({
  name: 'Sign-in by others',
  members: {
    openid_connect: ofService(
      group('Signing in by providers of OpenID Connect.', {
        providers: mapped(
          checked(record('Providers by name, which is in addresses.', provider), (providers, key) =>
            Object.entries(providers).flatMap(([name, { authorizationParameters }]) => [
              ...checkName(name, key),
              ...checkParameters(authorizationParameters, `${key}.${name}.authorization_parameters`),
            ]),
          ),
          (providers, place) =>
            Object.entries(providers).flatMap(([name, settings]) => withSecret(name, settings, place)),
        ),
        email: switchable(
          'Mail when an account is linked to a provider, or no more.',
          { subject: text('Subject of the mail.', { default: SUBJECT }) },
          'Whether the mail is sent.',
        ),
      }),
      { providers: [], email: { enabled: true, subject: SUBJECT } },
    ),
  },
});

export type OpenidConnectConfig = ConfigOf<typeof OPENID_CONNECT_SETTINGS>;

/** A provider as it is configured, with its secret; null for a client that has none. */
export interface Provider extends ValueOf<typeof provider> {
  readonly name: string;
  readonly secret: string | null;
}

/** In development a provider whose secret is missing is left out: not everybody who works on a site has it. */
function withSecret(name: string, settings: ValueOf<typeof provider>, place: Place): readonly Provider[] {
  if (settings.clientAuthentication === 'none') return [{ ...settings, name, secret: null }];
  const usual = `OPENID_CONNECT_${name.toUpperCase().replaceAll('-', '_')}_SECRET`;
  const variable = settings.clientSecretVariable ?? usual;
  const secret = place.variable(variable);
  if (secret !== null) return [{ ...settings, name, secret }];
  if (place.conveniences)
    place.notice(
      `openid_connect.providers.${name} is left out: ${variable}, the secret of the client, is not set.`,
    );
  else
    place.refuse(
      missing(
        variable,
        `write the secret that the provider "${name}" gave for ${settings.clientId}, or set openid_connect.providers.${name}.client_authentication to none`,
      ),
    );
  return [];
}

function checkName(name: string, key: string): readonly ConfigProblem[] {
  if (/^[a-z][a-z0-9-]{0,39}$/.test(name)) return [];
  return problemAt(
    `${key}.${name}`,
    'must be a name of lower-case letters, digits and hyphens, 40 at most',
    'write a name such as google',
  );
}

/** Parameters that decide whether an answer can be trusted are the service's own. */
const OWN = new Set([
  ...['client_id', 'response_type', 'response_mode', 'redirect_uri', 'scope', 'state', 'nonce'],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri'],
]);

function checkParameters(
  parameters: Readonly<Record<string, string>>,
  key: string,
): readonly ConfigProblem[] {
  return Object.keys(parameters)
    .filter((name) => OWN.has(name))
    .flatMap((name) => problemAt(`${key}.${name}`, 'is set by the service itself', 'remove it'));
}

/** What goes over the network unencrypted anybody on the way can forge. */
function checkIssuer(issuer: string, key: string): readonly ConfigProblem[] {
  const advice = 'write the issuer as the provider gives it, such as https://accounts.example.com';
  if (!URL.canParse(issuer)) return problemAt(key, `"${issuer}" is no address`, advice);
  const { protocol, hostname, username, search, hash } = new URL(issuer);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  if (!isSafe) return problemAt(key, `"${issuer}" must begin with https://`, advice);
  if (username !== '' || search !== '' || hash !== '')
    return problemAt(key, `"${issuer}" must have no user, query or fragment`, advice);
  return [];
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
