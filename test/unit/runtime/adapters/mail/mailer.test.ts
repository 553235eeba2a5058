import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createMailer,
  createMailTemplates,
  parseMailerDsn,
} from '../../../../../runtime/adapters/mail/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-mail-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('MAILER_DSN', () => {
  test.each([
    ['null:', { kind: 'null' }],
    ['file:var/mail', { kind: 'file', folder: 'var/mail' }],
    ['file:///srv/mail', { kind: 'file', folder: '/srv/mail' }],
    [
      'smtp://us%40er:p%3Aw@mail.example:2525',
      {
        kind: 'smtp',
        host: 'mail.example',
        port: 2525,
        secure: false,
        auth: { user: 'us@er', pass: 'p:w' },
        verifyPeer: true,
      },
    ],
    [
      'smtps://mail.example?verify_peer=0',
      { kind: 'smtp', host: 'mail.example', port: 465, secure: true, auth: null, verifyPeer: false },
    ],
  ])('%s means %j', (dsn, want) => {
    expect(parseMailerDsn(dsn)).toEqual(want);
  });

  test('is reported if it is invalid, without its value', () => {
    expect(() => parseMailerDsn('http://user:secret@host')).toThrow(/^MAILER_DSN(?!.*secret)/);
  });
});

describe('file mailer', () => {
  test('writes one .eml file per mail, for one recipient and without header injection', async () => {
    const mailer = createMailer({ dsn: 'file:out', from: 'Site <site@example.com>', projectRoot: folder });
    const mail = { to: 'a@example.com', html: '<p>Hi</p>', text: 'Hi', headers: { 'X-Message-ID': 'wef-1' } };
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: evil@example.com' });
    await mailer.send({ ...mail, subject: 'Again' });
    const names = await readdir(join(folder, 'out'));
    expect(names).toHaveLength(2);
    const emails = await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder, 'out', name)))),
    );
    // Names contain the time. Two mails of one millisecond can be in any order.
    const email = emails.find(({ subject }) => subject !== 'Again');
    expect(email).toMatchObject({
      subject: 'Hello Bcc: evil@example.com',
      text: 'Hi\n',
      to: [{ address: 'a@example.com' }],
    });
    expect(email?.bcc).toBeUndefined();
    expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'x-message-id', value: 'wef-1' }));
  });
});

describe('mail templates', () => {
  const variables = {
    website_name: 'A & B',
    user: { username: '<b>Al</b>', emailAddress: 'a@b.c', newEmailAddress: 'n@b.c' },
    redirect_url: 'https://example.com/x?a=1&b=2',
    login_url: 'https://example.com/login',
  };

  test.each([
    'welcome',
    'verify-email',
    'change-email-confirmation',
    'change-email-notice',
    'password-reset',
    'user-enabled',
    'username-changed',
    'password-changed',
  ])('%s greets users by name, escaped in HTML only', async (name) => {
    const { html, text } = await createMailTemplates(folder).render(name, variables);
    expect(html).toContain('Dear &lt;b&gt;Al&lt;/b&gt;');
    expect(text).toContain('Dear <b>Al</b>');
    expect(text).toContain('The A & B team');
  });

  test('a link is complete in both bodies', async () => {
    const { html, text } = await createMailTemplates(folder).render('password-reset', variables);
    expect(text).toContain('https://example.com/x?a=1&b=2');
    expect(html).toContain('href="https://example.com/x?a&#x3D;1&amp;b&#x3D;2"');
  });

  test('a project overrides a file with one of the same name', async () => {
    const project = join(folder, 'project');
    await mkdir(join(project, 'templates', 'mail'), { recursive: true });
    await writeFile(join(project, 'templates', 'mail', 'signature.text.hbs'), 'Yours, {{ website_name }}');
    const { html, text } = await createMailTemplates(project).render('welcome', variables);
    expect(text).toContain('Yours, A & B');
    expect(html).toContain('The A &amp; B team');
  });

  test('a subject is a template', async () => {
    const line = await createMailTemplates(folder).renderLine(
      'Hi {{ user.username }} of {{ website_name }}',
      variables,
    );
    expect(line).toBe('Hi <b>Al</b> of A & B');
  });
});
