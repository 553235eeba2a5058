import { resolve } from 'node:path';
import { isTruthy } from '../../kernel/expression/evaluate-expression.js';
import { parseExpression } from '../../kernel/expression/parse-expression.js';
import type { ConfigOf } from '../../kernel/settings/config.js';
import { expression } from '../../kernel/settings/expression.js';
import { checkPattern } from '../../kernel/settings/check-pattern.js';
import { missing, type Place, problemAt } from '../../kernel/settings/place.js';
import {
  checked,
  described,
  flag,
  group,
  integer,
  mapped,
  nullable,
  ofService,
  optional,
  overridden,
  required,
  type Setting,
  switchable,
  text,
  texts,
  type ValueOf,
} from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { choiceVariable, variable } from '../../kernel/settings/variable.js';
import {
  badOriginPattern,
  checkOrigin,
  originsOrLocalhost,
  parseOrigin,
  parseOriginPattern,
} from '../../kernel/util/http/origins.js';

/** Default credentials of the first administrator, which are public. */
export const DEVELOPMENT_PASSWORD = 'admin';

const SUPER_ADMIN = "is_granted('ROLE_SUPER_ADMIN')";
const OWN_ACCOUNT = `${SUPER_ADMIN} or (user != null and object.id == user.id)`;

/** Settings of a mailed link. */
export type EmailLinkConfig = ValueOf<ReturnType<typeof mail>>;

const mail = (subject: string) =>
  group('Link and subject of the mail.', {
    redirect_path_query: nullable(
      text('Name of the query parameter with which a client can set the path of the link.', {
        mayBeEmpty: true,
      }),
    ),
    default_redirect_path: nullable(
      text(
        'Path of the link on the front end. Can contain {{ username }}, {{ token }} and {{ new_email }}.',
        {
          mayBeEmpty: true,
        },
      ),
    ),
    subject: text('Subject of the mail.', { default: subject }),
  });

const timeBetween = (seconds: number) =>
  integer('Minimum time between two mails, in seconds.', { minimum: 0, default: seconds });

const flow = (
  description: string,
  usual: { readonly timeout: number; readonly repeat: number; readonly subject: string },
) =>
  group(description, {
    request_timeout_seconds: integer('Lifetime of a link, in seconds.', {
      minimum: 1,
      default: usual.timeout,
    }),
    repeat_ttl_seconds: timeBetween(usual.repeat),
    email: mail(usual.subject),
  });

const notification = (description: string, subject: string) =>
  switchable(
    description,
    { subject: text('Subject of the mail.', { default: subject }) },
    'Enables the mail.',
  );

const keyFile = (name: string, key: { readonly description: string; readonly example: string }) =>
  ofService(
    variable(name, {
      ...key,
      needed: 'set it to the path of the PEM file (RSA)',
      parse: (path, { projectRoot }) => resolve(projectRoot, path),
    }),
    null,
  );

const ignored = (): Setting<unknown, unknown> =>
  described({ description: 'Not used. Accepted for compatibility.' });

export const ACCOUNTS_SETTINGS = defineSettings({
  name: 'Accounts',
  members: {
    user: required(
      group('User accounts.', {
        class_name: text('Name of the user type.', { default: 'User' }),
        security: group('Access rules of accounts.', {
          list: expression('Permission to list accounts.', { default: SUPER_ADMIN }),
          create: expression('Permission to create accounts, including registration.', {
            default: SUPER_ADMIN,
          }),
          read: expression('Permission to read an account.', { default: OWN_ACCOUNT }),
          update: expression('Permission to change an account.', { default: OWN_ACCOUNT }),
          delete: expression('Permission to delete an account.', { default: SUPER_ADMIN }),
        }),
        email_verification: checked(
          switchable(
            'Verification of email addresses.',
            {
              default_value: flag('Initial verification status of new users.', false),
              verify_on_register: flag('Sends a verification link on registration.', false),
              verify_on_change: flag('Sends a verification link when the email address changes.', false),
              deny_unverified_login: flag('Denies sign-in to users without a verified email address.', false),
              repeat_ttl_seconds: timeBetween(300),
              email: mail('Please verify your email'),
            },
            'Enables the verification of email addresses.',
          ),
          ({ enabled, verifyOnRegister, verifyOnChange, email }, key) => {
            const hasTarget = Boolean(email.defaultRedirectPath) || Boolean(email.redirectPathQuery);
            if (!enabled || hasTarget || (!verifyOnRegister && !verifyOnChange)) return [];
            return problemAt(
              `${key}.email.default_redirect_path`,
              'this or user.email_verification.email.redirect_path_query must be set to send verification emails',
              'set the path of the verification page, or set verify_on_register and verify_on_change to false',
            );
          },
        ),
        new_email_confirmation: flow('Confirmation of a new email address.', {
          timeout: 86_400,
          repeat: 300,
          subject: 'Please confirm your new email address',
        }),
        password_reset: flow('Password reset.', {
          timeout: 3600,
          repeat: 86_400,
          subject: 'Your password reset request',
        }),
        email_links: group('Link targets in mails.', {
          allowed_origins: mapped(
            checked(
              texts(
                'Allowed origins of links, as regular expressions that match the whole origin. In development, defaults to localhost with any port.',
                [],
              ),
              (patterns, key) =>
                patterns.flatMap((pattern) =>
                  parseOriginPattern(pattern) === null
                    ? [badOriginPattern(key, pattern)]
                    : checkPattern(pattern, key, { whole: true }),
                ),
            ),
            originsOrLocalhost,
          ),
          default_origin: overridden(
            mapped(
              nullable(
                checked(
                  text('Origin of links in mails when the request has no allowed origin.', {
                    mayBeEmpty: true,
                  }),
                  (origin, key) => (origin === '' ? [] : checkOrigin(origin, key)),
                ),
              ),
              (origin) => origin || null,
            ),
            variable('EMAIL_LINK_DEFAULT_ORIGIN', {
              description: 'Overrides `user.email_links.default_origin`.',
              example: 'https://www.example.com',
              check: checkOrigin,
              parse: parseOrigin,
            }),
          ),
        }),
        emails: group('Notification mails.', {
          welcome: notification('Welcome mail to new users.', 'Welcome to {{ website_name }}'),
          user_enabled: notification(
            'Mail to users whose account was enabled.',
            'Your account has been enabled',
          ),
          username_changed: notification(
            'Mail to users whose username was changed.',
            'Your username has been updated',
          ),
          password_changed: notification(
            'Mail to users whose password was changed.',
            'Your password has been changed',
          ),
        }),
      }),
    ),
    refresh_token: mapped(
      group('Sessions.', {
        cookie_name: text('Name of the cookie with the refresh token.', {
          pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
        }),
        ttl: integer('Session lifetime without activity, in seconds.', { minimum: 1 }),
        handler_id: optional(ignored()),
        options: optional(ignored()),
        database_user_provider: optional(ignored()),
      }),
      ({ cookieName, ttl, handlerId, options, databaseUserProvider }, { notice }) => {
        for (const [key, value] of Object.entries({
          handler_id: handlerId,
          options,
          database_user_provider: databaseUserProvider,
        }))
          if (value !== undefined)
            notice(`refresh_token.${key} is ignored: sessions are always stored in the database.`);
        return { cookieName, ttl };
      },
    ),
    jwt: mapped(
      group('Access tokens of sessions (JWT).', {
        token_ttl: integer('Token lifetime, in seconds.', { minimum: 1, default: 3600 }),
        secret_key_path: keyFile('JWT_SECRET_KEY', {
          description:
            'Path of the private key for signing tokens (PEM, RSA). Generated in the data folder outside production.',
          example: 'config/private.pem',
        }),
        public_key_path: keyFile('JWT_PUBLIC_KEY', {
          description: 'Path of the public key (PEM, RSA).',
          example: 'config/public.pem',
        }),
        passphrase: ofService(
          variable('JWT_PASSPHRASE', {
            isSecret: true,
            description: 'Passphrase of the private key.',
            example: '',
            needed: 'set it to the passphrase of the private key',
          }),
          null,
        ),
        cookie_same_site: ofService(
          choiceVariable('JWT_COOKIE_SAMESITE', ['lax', 'strict', 'none'], {
            description: 'SameSite attribute of session cookies: lax, strict or none.',
            example: 'lax',
            usual: 'lax',
          }),
          'lax',
        ),
      }),
      (jwt, { conveniences, refuse }) => {
        // A configured key must exist in every environment. Keys are generated only if none is configured.
        if (conveniences && jwt.secretKeyPath !== null && jwt.passphrase === null)
          refuse(missing('JWT_PASSPHRASE', 'set it to the passphrase of the private key'));
        return jwt;
      },
    ),
    admin: ofService(
      mapped(
        group('First administrator.', {
          username: variable('ADMIN_USERNAME', {
            description: 'User name of the first administrator.',
            example: 'admin',
            absent: () => 'admin',
          }),
          password: variable('ADMIN_PASSWORD', {
            isSecret: true,
            description:
              'Password of the first administrator. Required in production; `admin` by default in development.',
            example: '',
            needed: 'set it to the password of the first administrator',
            parse: refuseKnownPassword,
            absent: ({ conveniences }) => (conveniences ? DEVELOPMENT_PASSWORD : null),
          }),
          email: variable('ADMIN_EMAIL', {
            description: 'Email address of the first administrator.',
            example: 'admin@example.com',
            absent: () => 'admin@example.com',
          }),
        }),
        ({ username, password, email }) => (password === null ? null : { username, password, email }),
      ),
      null,
    ),
  },
  notices({ user, accessControl }: FeatureApis) {
    const isOpen = isTruthy(parseExpression(user.security.create), {
      isGranted: (role) => role === 'PUBLIC_ACCESS',
    });
    const writable = isOpen ? CONTENT.filter((path) => anyAccountWrites(path, accessControl)) : [];
    if (writable.length === 0) return [];
    const places = writable.map((path) => path.replace(/[^/]*$/, '')).join(', ');
    return [
      `user.security.create allows public registration, and every account can write to ${places}: add access_control rules that require ROLE_ADMIN.`,
    ];
  },
});

export type AccountsConfig = ConfigOf<typeof ACCOUNTS_SETTINGS>;

function refuseKnownPassword(password: string, { conveniences, refuse }: Place): string {
  if (!conveniences && password === DEVELOPMENT_PASSWORD) {
    const advice =
      'set a different password; change the password of an existing administrator with cms user:create';
    refuse({ key: 'ADMIN_PASSWORD', problem: 'is the default password of development', advice });
  }
  return password;
}

/** Settings that decide who can write. */
interface FeatureApis {
  readonly user: { readonly security: { readonly create: string } };
  readonly accessControl: readonly Rule[];
}

interface Rule {
  readonly path: string;
  readonly methods: readonly string[];
  readonly roles: readonly string[];
}

/** Sample paths below each address for writing content (contract decision 43). */
const CONTENT = ['/_/pages', '/page_data/pages', '/component/texts'];
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Roles that every account has. */
const ORDINARY = /^(?:PUBLIC_ACCESS|ROLE_USER|IS_AUTHENTICATED.*)$/;

/**
 * Returns whether every account may write to the path. The first matching rule decides; without a match, every account
 * may write.
 */
function anyAccountWrites(path: string, rules: readonly Rule[]): boolean {
  return WRITES.some((method) => {
    const rule = rules.find(
      (one) => new RegExp(one.path).test(path) && (one.methods.length === 0 || one.methods.includes(method)),
    );
    const roles = rule?.roles ?? [];
    return roles.length === 0 || roles.some((role) => ORDINARY.test(role));
  });
}
