import { expect, test } from 'vitest';
import { addressNotices } from '../../../../../runtime/features/accounts/address-notices.js';

const config = (path: string | null, query: string | null, allowedOrigins: RegExp[], origin: string | null) =>
  ({
    user: {
      newEmailConfirmation: { email: { defaultRedirectPath: path, redirectPathQuery: query } },
      emailLinks: { allowedOrigins, defaultOrigin: origin },
    },
    // The notices read these members alone.
  }) as unknown as Parameters<typeof addressNotices>[0];

test.each([
  ['/confirm', null, [], 'https://www.example.com'],
  [null, 'path', [/x/], null],
])('says nothing where the link leads somewhere: %s, %s, %s, %s', (path, query, origins, origin) => {
  expect(addressNotices(config(path, query, origins, origin))).toEqual([]);
});

test('names the settings that are missing', () => {
  const [notice, ...more] = addressNotices(config(null, '', [], null));
  expect(more).toEqual([]);
  expect(notice).toContain('user.new_email_confirmation.email.default_redirect_path');
  expect(notice).toContain('user.email_links.default_origin');
  expect(addressNotices(config(null, null, [/x/], null))[0]).not.toContain('default_origin');
});
