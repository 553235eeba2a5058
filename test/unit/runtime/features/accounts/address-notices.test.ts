import { expect, test } from 'vitest';
import { addressNotices } from '../../../../../runtime/features/accounts/address-notices.js';

type Values = readonly [
  path: string | null,
  query: string | null,
  origins: readonly string[],
  origin: string | null,
];

const config = ([path, query, allowedOrigins, origin]: Values) =>
  ({
    user: {
      newEmailConfirmation: { email: { defaultRedirectPath: path, redirectPathQuery: query } },
      emailLinks: { allowedOrigins, defaultOrigin: origin },
    },
    // The notices read these members alone.
  }) as unknown as Parameters<typeof addressNotices>[0];

test.each<{ values: Values }>([
  { values: ['/confirm', null, [], 'https://www.example.com'] },
  { values: [null, 'path', ['x'], null] },
])('reports nothing if the link is valid: $values', ({ values }) => {
  expect(addressNotices(config(values))).toEqual([]);
});

test('reports the missing settings', () => {
  const [notice, ...more] = addressNotices(config([null, '', [], null]));
  expect(more).toEqual([]);
  expect(notice).toContain('user.new_email_confirmation.email.default_redirect_path');
  expect(notice).toContain('user.email_links.default_origin');
  expect(addressNotices(config([null, null, ['x'], null]))[0]).not.toContain('default_origin');
});
