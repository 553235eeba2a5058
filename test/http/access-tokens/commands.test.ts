import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCommand, commandOf, runCommand } from '../../support/run-command.js';
import { startPublishingApp, type PublishingApp } from '../publishing/support.js';
import { anOwner, bearer, SUPER } from './support.js';

let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp();
});
afterAll(() => app.close());

/** Returns the exit code of a command and its error messages. */
async function complaints(words: readonly string[]): Promise<[code: number, lines: readonly string[]]> {
  const lines: string[] = [];
  const code = await callCommand(commandOf(app, 'token:create'), words, {
    service: app.app,
    print: (line) => void lines.push(`printed ${line}`),
    printError: (line) => void lines.push(line),
  });
  return [code, lines];
}

describe('cms token:create', () => {
  test('prints a working token with the given scopes and owner', async () => {
    const { username, iri } = await anOwner(app);
    const scopes = ['--scope', 'read:Page,read:Article', '--scope', 'drafts'];
    const words = ['website', ...scopes, '--owner', username, '--expires', '90d'];
    const [secret = ''] = await runCommand(app, 'token:create', words);
    expect(secret).toMatch(/^cms_[\w-]{43}$/);
    expect((await app.get('/component/articles', bearer(secret))).status).toBe(200);
    expect((await app.get('/_/layouts', bearer(secret))).status).toBe(403);
    const [newest] = (await app.get('/_/access_tokens', SUPER)).body.member;
    expect(newest).toMatchObject({
      ...{ name: 'website', owner: iri, scopes: ['read:Page', 'read:Article', 'drafts'] },
    });
    const days = (Date.parse(newest.expiresAt) - app.testClock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  });

  test.each<[string, string, readonly string[]]>([
    ['no name', 'NAME: This value should not be blank.', ['--scope', '*', '--owner', 'OWNER']],
    ['no scope', '--scope: Specify at least one scope', ['n', '--owner', 'OWNER']],
    ['an unknown scope', 'Did you mean "Page"?', ['n', '--scope', 'read:Pge', '--owner', 'OWNER']],
    ['no owner', '--owner: The account is missing', ['n', '--scope', '*']],
    ['an unknown owner', '--owner: No enabled account', ['n', '--scope', '*', '--owner', 'nobody']],
    [
      'an invalid expiry date',
      '--expires: This value is not a valid datetime.',
      ['n', '--scope', '*', '--owner', 'OWNER', '--expires', 'soon'],
    ],
    [
      'a past expiry date',
      '--expires: This value should be in the future.',
      ['n', '--scope', '*', '--owner', 'OWNER', '--expires', '2001-01-01'],
    ],
  ])('rejects %s and reports what is missing', async (_what, message, words) => {
    const { username } = await anOwner(app);
    const before = (await app.get('/_/access_tokens', SUPER)).body.totalItems;
    const [code, lines] = await complaints(words.map((word) => (word === 'OWNER' ? username : word)));
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(message);
    expect((await app.get('/_/access_tokens', SUPER)).body.totalItems).toBe(before);
  });
});

test('cms token:list prints every token without its secret, and token:revoke revokes one immediately', async () => {
  const { username } = await anOwner(app);
  const words = ['importer', '--scope', '*', '--owner', username];
  const [secret = ''] = await runCommand(app, 'token:create', words);
  expect((await app.get('/_/layouts', bearer(secret))).status).toBe(200);
  const lines = await runCommand(app, 'token:list');
  expect(lines[0]).toMatch(/Id .*Name .*Owner .*Scopes .*Expires .*Last used/);
  const line = lines.find((one) => one.includes('importer') && one.includes(username)) ?? '';
  expect(lines.join()).not.toContain(secret);
  const [id = ''] = line.split(' ');
  await runCommand(app, 'token:revoke', [id]);
  expect((await app.get('/_/layouts', bearer(secret))).status).toBe(401);
  expect((await runCommand(app, 'token:list')).join()).not.toContain(id);
});
