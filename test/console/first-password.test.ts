import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anInstalledProject, startSite } from './running-site.js';

/** Text of the latest mail. Its lines are wrapped and some characters are encoded as numbers. */
async function newestMail(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
  const raw = await readFile(join(folder, files.at(-1) ?? ''), 'utf8');
  return raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)));
}

test('a new project resets a password with the link in its mail', async () => {
  const project = await anInstalledProject('initialised');
  const site = await startSite('dev', { cwd: project, env: { LOG_LEVEL: 'error' } });
  onTestFinished(async () => void (await site.stop()));
  const post = (path: string, body: object): Promise<Response> =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify(body),
    });
  const requested = await post('/password/reset', { username: 'admin' });
  expect(requested.status, await requested.text()).toBeLessThan(300);
  const mail = await newestMail(join(project, 'var/mails'));
  const token = /\/reset-password\/admin\/([\w.~-]+)/.exec(mail)?.[1];
  expect(token, mail).toBeDefined();
  const changed = await post('/password/update', {
    username: 'admin',
    token,
    password: 'a password of its own',
  });
  expect(changed.status, await changed.text()).toBeLessThan(300);
  const signedIn = await post('/login', { username: 'admin', password: 'a password of its own' });
  expect(signedIn.status).toBe(204);
});
