import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defineFeature, type Service } from 'cms-api-components';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const run = promisify(execFile);

const HOSTILE = '<img src=x onerror=alert(1)> refused';
const SECRET = 'the words of the message';

/** Rejects messages until the test opens it. */
let isOpen = false;
let service: Service;
const post = defineFeature({
  name: 'post',
  channels(running) {
    service = running;
    return [
      {
        name: 'post',
        batchSize: 10,
        timeoutMs: 1000,
        deliver: () => Promise.resolve(isOpen ? { kind: 'sent' } : { kind: 'dead', reason: HOSTILE }),
      },
    ];
  },
  jobs: () => [{ name: 'count-letters', run: () => Promise.resolve() }],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ features: [post] });
});
afterAll(() => app.close());

/** Creates the given number of dead letters. */
async function refuse(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await service.database.transaction((session) =>
    service.outbox.append(
      session,
      ids.map((id) => ({ id, channel: 'post', key: id, body: { words: SECRET } })),
    ),
  );
  service.outbox.wake();
  await expect.poll(async () => dead().then((letters) => letters.length)).toBe(count);
  return ids;
}

const dead = async (): Promise<readonly { readonly id: string; readonly reason: string }[]> =>
  (await app.get('/_/outbox', { as: 'admin' })).body.deadLetters;

const PATHS = ['/_/outbox', '/_/jobs'];

describe('background work over HTTP', () => {
  test.each(PATHS)('%s is for administrators', async (path) => {
    expect((await app.get(path)).status).toBe(401);
    expect((await app.get(path, { as: 'user' })).status).toBe(403);
    const { status, headers } = await app.get(path, { as: 'admin' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  });

  test('only administrators can send messages again', async () => {
    expect((await app.post('/_/outbox/resend', { all: true })).status).toBe(401);
    expect((await app.post('/_/outbox/resend', { all: true }, { as: 'user' })).status).toBe(403);
  });

  test('lists scheduled jobs and when they run', async () => {
    const { body } = await app.get('/_/jobs', { as: 'admin' });
    const cleaning = body.scheduled.find(({ job }: { job: string }) => job === 'cleaning');
    expect(cleaning).toMatchObject({ cron: '*/5 * * * *', timeZone: 'UTC' });
    expect(body.jobs).toEqual([]);
  });

  test('lists dead letters with the reason but without their content', async () => {
    const [id] = await refuse(1);
    const { body, text } = await app.get('/_/outbox', { as: 'admin' });
    expect(body.channels).toContainEqual({
      ...{ channel: 'post', pending: 0, oldestAgeMs: null, dead: 1, isDelivered: true },
    });
    expect(body.deadLetters).toEqual([
      {
        ...{ id, channel: 'post', key: id, attempts: 1, reason: HOSTILE },
        createdAt: expect.any(String),
        diedAt: expect.any(String),
      },
    ]);
    expect(text).not.toContain(SECRET);
    isOpen = true;
    expect((await app.post('/_/outbox/resend', { id }, { as: 'admin' })).body.resent).toBe(1);
    await expect.poll(dead).toEqual([]);
    isOpen = false;
  });

  test('sends all dead letters again on request', async () => {
    await refuse(3);
    isOpen = true;
    expect((await app.post('/_/outbox/resend', { all: true }, { as: 'admin' })).body.resent).toBe(3);
    await expect.poll(dead).toEqual([]);
    isOpen = false;
  });

  test('a message that is not a dead letter is not found', async () => {
    const { status } = await app.post('/_/outbox/resend', { id: randomUUID() }, { as: 'admin' });
    expect(status).toBe(404);
  });

  test.each([
    [{}, 'id'],
    [{ id: 'x' }, 'id'],
    [{ id: 7 }, 'id'],
    [{ all: 'yes' }, 'all'],
    [{ all: true, id: '3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10' }, 'all'],
    [[], 'id'],
  ])('%j matches no messages', async (body, member) => {
    const { status, body: answer } = await app.post('/_/outbox/resend', body, { as: 'admin' });
    expect([status, answer.violations[0].propertyPath]).toEqual([422, member]);
  });

  test('responds to the commands in the guide', async () => {
    const guide = await readFile(new URL('../../../docs/how-to/admin.md', import.meta.url), 'utf8');
    const lines = guide.split('\n').filter((line) => line.startsWith('curl -b cookies.txt "$api/_/'));
    expect(lines).toHaveLength(3);
    const cwd = await temporaryFolder();
    const { hostname } = new URL(app.origin);
    const cookie = [hostname, 'FALSE', '/', 'FALSE', '0', 'api_component', await app.token('admin')].join(
      '\t',
    );
    await writeFile(join(cwd, 'cookies.txt'), `# Netscape HTTP Cookie File\n${cookie}\n`);
    const env = { ...process.env, api: app.origin + app.config.apiPrefix };
    const answers: unknown[] = [];
    for (const line of lines) {
      const { stdout } = await run('bash', ['-c', line], { cwd, env });
      answers.push(JSON.parse(stdout));
    }
    expect(answers).toEqual([
      expect.objectContaining({ scheduled: expect.any(Array) }),
      expect.objectContaining({ channels: expect.any(Array) }),
      expect.objectContaining({ resent: expect.any(Number) }),
    ]);
  });
});
