import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../console/run-cms.js';
import { loadSampleSite } from '../support/sample-site.js';
import { startTestApp } from '../support/test-app.js';
import type { TestApp } from '../support/test-app.js';

const run = promisify(execFile);

/** The shell lines below a heading of the README. */
async function shellOf(heading: string): Promise<string> {
  const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf(`## ${heading}\n`));
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

describe('the first requests of the README', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await loadSampleSite(app);
  });
  afterAll(() => app.close());

  test('do what they say, on the sample site', async () => {
    const lines = (await shellOf('First requests')).replaceAll('http://localhost:8000', app.origin);
    expect(lines).toContain('curl -c cookies.txt');
    const script = lines.replaceAll(/^curl |\n *curl /gm, (call) => `${call.trimEnd()} -sS --fail -w '\\n' `);
    const { stdout } = await run('bash', ['-euc', script], { cwd: await temporaryFolder() });
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(answers.map((answer) => (JSON.parse(answer) as Record<string, unknown>)['@type'])).toEqual([
      'Entrypoint',
      'Route',
      undefined,
      'Title',
      'Title',
    ]);
    expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject({ title: 'Hello' });
  });
});

describe('the keys of the README', () => {
  test('are a pair that the passphrase opens, long enough for sessions', async () => {
    const cwd = await temporaryFolder();
    const script = `${await shellOf('Before a deployment')}printf %s "$JWT_PASSPHRASE" > passphrase`;
    expect(script).toContain('openssl genpkey');
    await run('bash', ['-euc', script], { cwd });
    const [key, passphrase, publicPem] = await Promise.all(
      ['private.pem', 'passphrase', 'public.pem'].map((name) => readFile(join(cwd, name), 'utf8')),
    );
    const secret = createPrivateKey({ key: key ?? '', passphrase: passphrase ?? '' });
    expect(secret.asymmetricKeyDetails?.modulusLength).toBeGreaterThanOrEqual(2048);
    expect(createPublicKey(secret).export({ type: 'spki', format: 'pem' })).toBe(publicPem);
  });
});
