import { rm, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { projectWithAdmin } from './support.js';

describe('the stream that notifies open admins of schema changes', () => {
  let app: TestApp;
  let projectRoot: string;
  beforeAll(async () => {
    projectRoot = await projectWithAdmin();
    app = await startTestApp({ projectRoot, env: { NODE_ENV: 'development' } });
  });
  afterAll(async () => {
    await app.close();
    await rm(projectRoot, { recursive: true, force: true });
  });

  test('exists in development, reports changes of the extension bundle and ends with the service', async () => {
    const { changes } = (await app.get('/admin/model', { as: 'superAdmin' })).body.service;
    const answer = await fetch(`${app.origin}${changes}`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const notified: string[] = [];
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) notified.push(Buffer.from(chunk).toString());
    })();
    await expect.poll(() => notified.join('')).toMatch(/"own":null/);
    await mkdir(join(projectRoot, 'dist/admin'), { recursive: true });
    await writeFile(join(projectRoot, 'dist/admin/own.json'), '{"script":"own-abc.js"}');
    await expect.poll(() => notified.join('')).toMatch(/"own":"own-abc.js"/);
    app.app.endStreams();
    await reading;
  });

  test('does not exist in other environments', async () => {
    const other = await startTestApp({ projectRoot, env: { NODE_ENV: 'test' } });
    expect((await other.get('/admin/model', { as: 'superAdmin' })).body.service.changes).toBeNull();
    expect((await other.get('/admin/changes')).headers.get('content-type')).not.toBe('text/event-stream');
    await other.close();
  });
});
