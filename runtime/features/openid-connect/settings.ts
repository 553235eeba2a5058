import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
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
import { isLoopback } from '../../kernel/util/http/loopback.js';

const ROLE = '^ROLE_[A-Z0-9_]{1,100}$';

const roleRule = checked(
  group('Role assignment by a claim of the provider. Requires either `value` or `pattern`.', {
    claim: text('Name of the claim, or a path to a nested claim such as `realm_access.roles`.'),
    value: optional(text('Required value of the claim. A list claim must contain it.')),
    pattern: optional(text('Regular expression that must match the whole value of the claim.')),
    role: text('Assigned role.', { pattern: ROLE }),
  }),
  ({ value, pattern }, key) => {
    if ((value === undefined) === (pattern === undefined))
      return problemAt(key, 'must have either value or pattern', 'set one of them');
    if (pattern === undefined) return [];
    return compiles(pattern)
      ? checkPattern(pattern, `${key}.pattern`, { whole: true })
      : problemAt(
          `${key}.pattern`,
          `"${pattern}" is not a valid regular expression`,
          'use an expression such as cms-.*',
        );
  },
);

const provider = group('OpenID Connect provider.', {
  label: optional(text('Label of the sign-in button; the provider name by default.')),
  issuer: checked(
    text('Issuer URL of the provider, identical to the `iss` claim of its tokens.'),
    checkIssuer,
  ),
  client_id: text('Client id of the service at the provider.'),
  client_authentication: choice(
    'Client authentication at the token endpoint; `none` for a client without a secret.',
    ['client_secret_basic', 'client_secret_post', 'none'],
    { default: 'client_secret_basic' },
  ),
  client_secret_variable: optional(
    text('Environment variable with the client secret; OPENID_CONNECT_NAME_SECRET by default.', {
      pattern: '^[A-Z][A-Z0-9_]*$',
    }),
  ),
  scopes: checked(texts('Requested scopes.', ['openid', 'email', 'profile']), (scopes, key) =>
    scopes.includes('openid') ? [] : problemAt(key, 'must contain "openid"', 'add "openid"'),
  ),
  authorization_parameters: record(
    'Additional query parameters of the authorization request, such as `prompt`.',
    text('Value of the query parameter.'),
  ),
  sign_up: choice(
    'Account creation on first sign-in: for nobody, for users with a role from `roles`, or for anybody with a verified email address.',
    ['nobody', 'with_role', 'anybody'],
    { default: 'nobody' },
  ),
  roles: list('Rules that assign roles by claims of the provider.', roleRule),
  sync_roles: flag('Updates the roles that `roles` manages at every sign-in.', true),
  assume_verified: flag(
    'Treats email addresses without an `email_verified` claim as verified. Enable it only for a provider that verifies every address, such as a company directory.',
    false,
  ),
  trust_mfa: choice(
    'Acceptance of the second factor of the provider: never, if its token confirms it (`amr` contains `mfa`), or always.',
    ['never', 'amr', 'always'],
    { default: 'never' },
  ),
});

const SUBJECT = 'The security of your account has changed';

export const OPENID_CONNECT_SETTINGS = defineSettings({
  name: 'Single sign-on',
  members: {
    openid_connect: ofService(
      group('Single sign-on with OpenID Connect providers.', {
        providers: mapped(
          checked(
            record('Providers by name. The name is part of sign-in URLs.', provider),
            (providers, key) =>
              Object.entries(providers).flatMap(([name, { authorizationParameters }]) => [
                ...checkName(name, key),
                ...checkParameters(authorizationParameters, `${key}.${name}.authorization_parameters`),
              ]),
          ),
          (providers, place) =>
            Object.entries(providers).flatMap(([name, settings]) => withSecret(name, settings, place)),
        ),
        email: switchable(
          'Mail to users whose account was linked to a provider or unlinked.',
          { subject: text('Subject of the mail.', { default: SUBJECT }) },
          'Enables the mail.',
        ),
      }),
      { providers: [], email: { enabled: true, subject: SUBJECT } },
    ),
  },
});

export type OpenidConnectConfig = ConfigOf<typeof OPENID_CONNECT_SETTINGS>;

/** A configured provider with its secret; null for public clients. */
export interface Provider extends ValueOf<typeof provider> {
  readonly name: string;
  readonly secret: string | null;
}

/**
 * Reads the secret of a provider. In development a provider without its secret is skipped, because not every
 * developer has it.
 */
function withSecret(name: string, settings: ValueOf<typeof provider>, place: Place): readonly Provider[] {
  if (settings.clientAuthentication === 'none') return [{ ...settings, name, secret: null }];
  const usual = `OPENID_CONNECT_${name.toUpperCase().replaceAll('-', '_')}_SECRET`;
  const variable = settings.clientSecretVariable ?? usual;
  const secret = place.variable(variable);
  if (secret !== null) return [{ ...settings, name, secret }];
  if (place.conveniences)
    place.notice(`openid_connect.providers.${name} is disabled: the client secret ${variable} is not set.`);
  else
    place.refuse(
      missing(
        variable,
        `set it to the client secret of ${settings.clientId} at the provider "${name}", or set openid_connect.providers.${name}.client_authentication to none`,
      ),
    );
  return [];
}

function checkName(name: string, key: string): readonly ConfigProblem[] {
  if (/^[a-z][a-z0-9-]{0,39}$/.test(name)) return [];
  return problemAt(
    `${key}.${name}`,
    'is not a valid provider name',
    'use at most 40 lower-case letters, digits and hyphens, starting with a letter',
  );
}

/** Reserved parameters: they are set by the service because the security of the flow depends on them. */
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
    .flatMap((name) => problemAt(`${key}.${name}`, 'is reserved for the service', 'remove it'));
}

/** Requires HTTPS: responses over plain HTTP can be forged. */
function checkIssuer(issuer: string, key: string): readonly ConfigProblem[] {
  const advice = 'use the issuer URL of the provider, such as https://accounts.example.com';
  if (!URL.canParse(issuer)) return problemAt(key, `"${issuer}" is not a valid URL`, advice);
  const { protocol, hostname, username, search, hash } = new URL(issuer);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  if (!isSafe) return problemAt(key, `"${issuer}" must start with https://`, advice);
  if (username !== '' || search !== '' || hash !== '')
    return problemAt(key, `"${issuer}" must not have a user, query or fragment`, advice);
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
