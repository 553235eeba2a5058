import { createState } from '../../../../../../runtime/kernel/util/async/state.js';
import { describe, expect, test } from 'vitest';
import { linkSource } from '../../../../../../runtime/features/accounts/account-mailing.js';
import { ANONYMOUS } from '../../../../../../runtime/kernel/contract/context.js';
import { readOrigin } from '../../../../../../runtime/adapters/http/api-request.js';
import { SILENT_LOGGER } from '../../../../../../runtime/kernel/ports/logger.js';
import { parseQuery } from '../../../../../../runtime/kernel/util/http/parse-query.js';
import { createMailLinks, type LinkSource } from '../../../../../../runtime/features/accounts/mails/index.js';

const link = {
  redirectPathQuery: 'redirect',
  defaultRedirectPath: 'reset/{{ username }}/{{token}}',
  subject: 's',
};
const values = { username: 'a/b@c', token: 't', new_email: null };
const allowedOrigins = ['https?://(www\\.)?example\\.com(:\\d+)?'];
const links = createMailLinks({ allowedOrigins, defaultOrigin: null });
const withDefault = createMailLinks({ allowedOrigins, defaultOrigin: 'https://front.example' });
/** The parts of a request that endpoints with mails read. */
const sourceOf = (headers: { origin?: string; referer?: string }, query = {}): LinkSource =>
  linkSource({
    ...{ actor: ANONYMOUS, now: new Date(), log: SILENT_LOGGER, state: createState() },
    ...{ requested: parseQuery(query), cameFrom: readOrigin(headers) },
  });
const build = (headers: { origin?: string; referer?: string }, redirect?: string, from = links): string =>
  from.build(link, sourceOf(headers, redirect === undefined ? {} : { redirect }), values);
const origin = 'https://example.com';

describe('mail links', () => {
  test('fill the path with encoded values', () => {
    expect(build({ origin })).toBe('https://example.com/reset/a%2Fb%40c/t');
  });

  test.each([
    [{ origin: 'HTTPS://WWW.EXAMPLE.COM:443' }, 'https://www.example.com'],
    [{ referer: 'https://example.com:8443/some/page?x=1' }, 'https://example.com:8443'],
    [{ origin, referer: 'https://evil.example/' }, 'https://example.com'],
  ])('reduce %j to its origin', (headers, want) => {
    expect(build(headers)).toBe(`${want}/reset/a%2Fb%40c/t`);
  });

  test.each([
    [
      { origin: 'https://evil.example' },
      /^The `origin` header is not an origin that links in emails may point to\. Add it to user\.email_links\.allowed_origins, or set EMAIL_LINK_DEFAULT_ORIGIN /,
    ],
    [{ origin: 'https://evil.example', referer: 'https://example.com/' }, /`origin` header is not/],
    [{ origin: 'https://example.com.evil.example' }, /is not an origin/],
    [{ origin: 'https://evil.example/?https://example.com' }, /is not an origin/],
    [{ origin: 'ftp://example.com' }, /is not an origin/],
    [{ origin: 'null' }, /^Could not extract `scheme` while parsing the `origin` header\./],
    [{ referer: 'https://' }, /^Could not extract `host` while parsing the `referer` header\./],
    [{}, /^To generate an absolute URL to the referrer/],
  ])('refuse %j with 400', (headers, message) => {
    expect(() => build(headers)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringMatching(message) as string }),
    );
  });

  test('default to the configured origin', () => {
    expect(build({ origin: 'https://evil.example' }, undefined, withDefault)).toMatch(
      /^https:\/\/front\.example\/reset/,
    );
    expect(withDefault.build(link, null, values)).toMatch(/^https:\/\/front\.example\/reset/);
  });

  test.each([
    ['/other/{{ username }}', '/other/a%2Fb%40c'],
    ['/other/{{ unknown }}', '/reset/a%2Fb%40c/t'],
    ['//evil.example', '/reset/a%2Fb%40c/t'],
    ['/\\evil.example', '/reset/a%2Fb%40c/t'],
    ['https://evil.example', '/reset/a%2Fb%40c/t'],
    ['/a//b', '/reset/a%2Fb%40c/t'],
    ['/a\nb', '/reset/a%2Fb%40c/t'],
    ['/keeps/{{unknown}}', '/keeps/{{unknown}}'],
  ])('accept the path %j of the query as %j', (redirect, want) => {
    expect(build({ origin }, redirect)).toBe(`https://example.com${want}`);
  });
});
