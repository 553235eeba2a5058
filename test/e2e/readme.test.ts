import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { runCms } from '../console/run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { loadSampleSite } from '../support/sample-site.js';
import { startTestApp } from '../support/test-app.js';
import type { TestApp } from '../support/test-app.js';

const run = promisify(execFile);

const README = 'README.md';
const OPERATIONS = 'docs/how-to/operations.md';
const PRODUCTION = 'docs/how-to/production.md';

/** Returns the content below the headings of a page that start with these words. */
async function sectionsOf(page: string, heading: string): Promise<string> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  const [, ...sections] = `\n${text}`.split('\n## ');
  return sections.filter((section) => section.startsWith(heading)).join('\n');
}

/** Returns the shell lines below a heading of a page, block by block. */
async function shellOf(page: string, heading: string): Promise<readonly string[]> {
  return [...(await sectionsOf(page, heading)).matchAll(/```sh\n([^]*?)```/g)].map(([, lines = '']) => lines);
}

/** Failed requests end the script, and each response is a line. */
const checked = (lines: string): string =>
  lines.replaceAll(/^curl |\n *curl /gm, (call) => `${call.trimEnd()} -sS --fail -w '\\n' `);

describe('the first requests of the README', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await loadSampleSite(app);
  });
  afterAll(() => app.close());

  test('work as described on the sample site', async () => {
    const [requests = ''] = await shellOf(README, 'First requests');
    const [, deletion = ''] = await shellOf(OPERATIONS, 'Delete orphaned content and files');
    expect(requests).toContain('curl -c cookies.txt');
    expect(deletion).toContain('/_/orphaned_resources/delete');
    const script = checked(requests + deletion).replaceAll('http://localhost:8000', app.origin);
    const { stdout } = await run('bash', ['-euc', script], { cwd: await temporaryFolder() });
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(answers.map((answer) => (JSON.parse(answer) as Record<string, unknown>)['@type'])).toEqual([
      'Entrypoint',
      'Route',
      undefined,
      'Title',
      'Title',
      'OrphanedResources',
      undefined,
    ]);
    const [read, report, deleted] = answers.slice(-3).map((answer) => JSON.parse(answer) as JsonObject);
    expect(read).toMatchObject({ title: 'Hello' });
    expect(report).toMatchObject({ components: [read?.['@id']] });
    expect(deleted).toMatchObject({ deleted: { components: [read?.['@id']] }, rejected: [] });
  });
});

describe('the commands of the operations guide', () => {
  test('succeed on a new project with content', async () => {
    const cwd = await temporaryFolder();
    const text = await sectionsOf(OPERATIONS, '');
    const named = [...text.matchAll(/(?:^npx |`)cms ([a-z:-]+(?: --?[a-z]+)*)(?:$|`)/gm)].map(
      ([, words = '']) => words.split(' '),
    );
    expect(named).toEqual(
      expect.arrayContaining([['scan-orphaned', '-v'], ['scan-orphaned-files', '-v'], ['jobs'], ['outbox']]),
    );
    for (const args of [['init', '.'], ['generate'], ['migrate:run'], ['scaffold:load'], ...named]) {
      const { code, stderr } = await runCms(args, { cwd });
      expect({ args, code, stderr }).toMatchObject({ code: 0 });
    }
  });
});

describe('the keys of a deployment', () => {
  test('are a key pair that the passphrase decrypts, long enough for sessions', async () => {
    const cwd = await temporaryFolder();
    const keys = (await shellOf(PRODUCTION, 'Set up once')).filter((lines) => lines.includes('openssl'));
    const script = `${keys.join('')}printf %s "$JWT_PASSPHRASE" > passphrase`;
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
