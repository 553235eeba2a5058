import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp } from '../../support/test-app.js';
import { startMailServer, type TestMailServer } from './mail-server.js';

/** A transparent picture of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let folder: string;
let mails: TestMailServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-logo-'));
  await writeFile(join(folder, 'logo.gif'), GIF);
  await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'large.gif'), Buffer.concat([GIF, Buffer.alloc(256 * 1024)]));
  mails = await startMailServer();
});
afterAll(async () => {
  await mails.close();
  await rm(folder, { recursive: true });
});

describe('the logo of mails (contract decision 122)', () => {
  test('is embedded above every mail, with the site name as alternative text', async () => {
    const email = await mailOf({ logo: join(folder, 'logo.gif'), logo_width: 90 });
    expect(email.attachments).toEqual([
      expect.objectContaining({ mimeType: 'image/gif', disposition: 'inline', related: true }),
    ]);
    const [{ contentId = '', content = '' } = {}] = email.attachments;
    expect(Buffer.from(content as ArrayBuffer)).toEqual(GIF);
    expect(email.html).toContain(`src="cid:${contentId.slice(1, -1)}" width="90" alt="My site"`);
    expect(email.text).toMatch(/^My site\n/);
  });

  test('is absent and not attached if none is configured', async () => {
    const email = await mailOf({});
    expect(email.attachments).toEqual([]);
    expect(email.html).not.toContain('<img');
  });

  test.each([
    ['a missing file', 'none.gif', 'cannot be read'],
    ['a folder', '.', 'is not a file'],
    ['a picture of another format', 'logo.svg', 'is not a PNG, JPEG or GIF file'],
    ['a file of more than 256 kB', 'large.gif', 'bytes'],
  ])('%s prevents the start', async (_, name, problem) => {
    const start = startTestApp({ config: { emails: { logo: join(folder, name) } } });
    await expect(start).rejects.toThrow(new RegExp(`emails\\.logo: "[^"]*" .*${problem}`));
  });
});

/** Triggers a mail, and returns it as a mail program reads it. */
async function mailOf(emails: JsonObject): Promise<Email> {
  const app = await startTestApp({
    config: { website_name: 'My site', emails },
    env: { MAILER_DSN: mails.dsn },
  });
  try {
    mails.received.length = 0;
    const account = { username: 'lola', emailAddress: 'lola@example.com', plainPassword: 'a password of 20' };
    const created = await app.post('/users', account, { as: 'superAdmin' });
    expect(created.status).toBe(201);
    const [mail] = mails.received;
    if (mail === undefined) throw new Error('No mail was sent.');
    return mail.email;
  } finally {
    await app.close();
  }
}
