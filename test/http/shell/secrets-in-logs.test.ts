import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatLine } from '../../../runtime/console/logger.js';
import { createJsonLogger } from '../../../runtime/console/json-logger.js';
import { defineFeature } from '../../../runtime/kernel/feature.js';
import type { LogEntry, Logger, LogLevel } from '../../../runtime/kernel/ports/logger.js';
import { JWT_PASSPHRASE } from '../../support/jwt-keys.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Confidential values, by kind. */
const SECRETS: Record<string, string> = {
  'the passphrase of the keys': JWT_PASSPHRASE,
  'the password of the mail server': 'mail-server-p4ss',
  'the secret of the hub': 'hub-secret-of-thirty-two-letters-x',
  'the password of the purged cache': 'purge-p4ss',
  'the password of the collector of traces': 'collector-k3y',
  'a password': 'correct horse battery staple',
  'a wrong password': 'wrong horse battery staple',
  'a new password': 'staple battery horse correct',
  'a token in a query': 'token-in-the-query',
  'the content of a file': 'spoken in a file',
  'the content of a record': 'spoken in a title',
  'a value in a broken body': 'spoken in a broken body',
  'the message of a broken feature': 'never-logged-cookie',
};
const of = (what: string): string => SECRETS[what] ?? '';

let output = '';
let app: TestApp;

/** Logs in both formats at once, as printed. */
function debugLog(): Logger {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => ((output += chunk.toString()), done()),
  });
  const json = createJsonLogger('debug', sink);
  const both = (level: LogLevel) => (entry: LogEntry) => {
    json[level](entry);
    output += `${formatLine(level, entry)}\n`;
  };
  return { error: both('error'), warn: both('warn'), info: both('info'), debug: both('debug') };
}

/** Responds with an unexpected error. */
const broken = defineFeature({
  name: 'broken',
  endpoints: () => [
    {
      method: 'GET',
      pattern: '/broken',
      authentication: 'none',
      produces: ['*/*'],
      handle: () => Promise.reject(new Error('it broke')),
    },
  ],
});

beforeAll(async () => {
  app = await startTestApp({
    log: debugLog(),
    features: [broken],
    env: {
      LOG_LEVEL: 'debug',
      MAILER_DSN: `smtp://sender:${of('the password of the mail server')}@127.0.0.1:9`,
      MERCURE_URL: 'http://127.0.0.1:9/.well-known/mercure',
      MERCURE_PUBLIC_URL: 'http://localhost/.well-known/mercure',
      MERCURE_JWT_SECRET: of('the secret of the hub'),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${of('the password of the collector of traces')}`,
    },
    config: {
      logs: { slow_statement_ms: 1 },
      mercure: { jwt: { iss: 'http://localhost:8000', sub: 'cms', client_id: 'cms' } },
      http_cache: {
        response_cache: { max_bytes: 1_000_000 },
        purger: 'varnish-xkey',
        urls: [`http://purger:${of('the password of the purged cache')}@127.0.0.1:9`],
      },
    },
  });
});
afterAll(() => app.close());

const FRONT_END = { origin: 'http://localhost:3000', referer: 'http://localhost:3000/' };

/** Sends requests that contain secrets, whatever their results. */
async function round(): Promise<void> {
  const account = { username: 'somebody', emailAddress: 'somebody@example.com' };
  const created = await app.post(
    '/users',
    { ...account, plainPassword: of('a password'), enabled: true },
    { as: 'superAdmin' },
  );
  expect(created.status).toBe(201);
  const login = await app.post('/login', { username: 'somebody', password: of('a password') });
  for (const cookie of login.headers.getSetCookie()) keep('a cookie', cookie.split(/[=;]/)[1]);
  await app.post('/login', { username: 'somebody', password: of('a wrong password') });
  keep('a token of an administrator', await app.token('admin'));
  await app.get('/password/reset/request/somebody', { headers: FRONT_END });
  await app.post('/password/update', {
    username: 'somebody',
    token: 'spoken-reset-token',
    password: of('a new password'),
  });
  SECRETS['a token of a reset'] = 'spoken-reset-token';
  await app.get(`/_/pages?token=${of('a token in a query')}`);
  await app.post('/_/layouts', `{"reference": "${of('a value in a broken body')}`, { as: 'admin' });
  await app.create('/_/layouts', { reference: of('the content of a record'), uiComponent: 'Primary' });
  await app.get('/broken', { headers: { cookie: `session=${of('the message of a broken feature')}` } });
  const form = new FormData();
  form.append('file', new Blob([of('the content of a file')]), 'words.txt');
  await fetch(`${app.origin}${app.config.apiPrefix}/component/images/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${await app.token('admin')}` },
  });
}

function keep(what: string, secret: string | undefined): void {
  if (secret !== undefined && secret !== '') SECRETS[`${what} ${Object.keys(SECRETS).length}`] = secret;
}

describe('a debug run', () => {
  test('logs no secret, whatever succeeds, fails or is rejected', async () => {
    await round();
    // The mail server, the hub and the shared cache do not respond, which is logged.
    for (const notified of [
      'MAILER_DSN',
      'the hub is not reachable',
      'cache-purge',
      'slow statement',
      'request failed',
    ])
      await expect.poll(() => output.includes(notified) || notified).toBe(true);
    for (const [what, secret] of Object.entries(SECRETS))
      expect({ what, isWritten: output.includes(secret) }).toEqual({ what, isWritten: false });
    const credentials = `purger:${of('the password of the purged cache')}`;
    expect(output).not.toContain(Buffer.from(credentials).toString('base64'));
    expect(output).not.toContain('argon2');
  });

  test('logs no part of its signing keys', async () => {
    const folder = app.config.dataDir;
    const keys = (await readdir(folder)).filter((name) => name.endsWith('.pem'));
    expect(keys).not.toEqual([]);
    for (const name of keys) {
      const lines = (await readFile(join(folder, name), 'utf8'))
        .split('\n')
        .filter((line) => line.length > 40);
      for (const line of lines) expect(output.includes(line)).toBe(false);
    }
  });
});
