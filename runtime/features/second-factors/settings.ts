import type { ConfigProblem } from '../../kernel/contract/config-problem.js';
import type { ConfigOf } from '../../kernel/settings/config.js';
import { problemAt } from '../../kernel/settings/place.js';
import {
  checked,
  group,
  nullable,
  ofService,
  optional,
  required,
  switchable,
  text,
  texts,
} from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';
import { checkOrigin } from '../../kernel/util/http/origins.js';

/** Minimum length of a key. Shorter ones could be guessed by an attacker with a copy of the database. */
const LEAST_LENGTH = 32;

export const SECOND_FACTOR_SETTINGS = defineSettings({
  name: 'Second factors',
  members: {
    user: required(
      group('User accounts.', {
        mfa: group('Second factors of sign-in.', {
          required_for: texts('Roles that require a second factor. Includes roles that imply them.', []),
          issuer: nullable(text('Name in authenticator apps; null for `website_name`.')),
          passkeys: checked(
            nullable(
              group('Passkeys; null disables them.', {
                rp_id: text('Domain of the passkeys: the domain of the front end or a parent domain.', {
                  pattern: '^[a-z0-9.-]+$',
                }),
                rp_name: optional(
                  text('Name in the passkey dialogs of browsers; `website_name` by default.'),
                ),
                origins: texts('Origins of pages that use passkeys; https:// and `rp_id` by default.', []),
              }),
            ),
            checkPasskeys,
          ),
          email: switchable(
            'Mail to users whose second factors were changed or who used a recovery code.',
            {
              subject: text('Subject of the mail.', { default: 'The security of your account has changed' }),
            },
            'Enables the mail.',
          ),
          encryption_keys: ofService(
            variable('MFA_ENCRYPTION_KEYS', {
              isSecret: true,
              description:
                'Comma-separated keys of at least 32 characters that encrypt the secrets of authenticator apps. The first key encrypts; all keys decrypt. Derived from JWT_SECRET_KEY by default.',
              example: '',
              check: checkKeys,
              parse: readKeys,
            }),
            null,
          ),
        }),
      }),
    ),
  },
});

export type SecondFactorConfig = ConfigOf<typeof SECOND_FACTOR_SETTINGS>;

function readKeys(keys: string): readonly string[] {
  return keys.split(',').map((key) => key.trim());
}

function checkKeys(keys: string, name: string): readonly ConfigProblem[] {
  if (readKeys(keys).every((key) => key.length >= LEAST_LENGTH)) return [];
  return problemAt(
    name,
    `contains a key with fewer than ${LEAST_LENGTH} characters`,
    'generate keys with openssl rand -base64 32',
  );
}

function checkPasskeys(
  passkeys: { readonly rpId: string; readonly origins: readonly string[] } | null,
  key: string,
): readonly ConfigProblem[] {
  if (passkeys === null) return [];
  const { rpId, origins } = passkeys;
  return origins.flatMap((origin) => {
    const problems = checkOrigin(origin, `${key}.origins`);
    if (problems.length > 0) return problems;
    const { hostname } = new URL(origin);
    if (hostname === rpId || hostname.endsWith(`.${rpId}`)) return [];
    return problemAt(
      `${key}.origins`,
      `"${origin}" is not part of the domain "${rpId}"`,
      'passkeys work only on their domain and its subdomains: change rp_id or the origin',
    );
  });
}
