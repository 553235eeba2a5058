import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** Temporary database and files of this test. */
const folder = await mkdtemp(join(tmpdir(), '{{name}}-'));
const port = await freePort();
const env = {
  ...process.env,
  DATABASE_URL: '',
  CMS_DATA_DIR: folder,
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  LOG_LEVEL: 'warn',
};
const api = `http://127.0.0.1:${port}/api`;
let server;

before(async () => {
  await cms('migrate:run');
  await cms('scaffold:load');
  server = start('serve');
  while ((await fetch(`${api}/_/health`).catch(() => undefined))?.status !== 200) {
    assert.equal(server.exitCode, null, 'the server has ended');
    await sleep(100);
  }
});

after(async () => {
  if (server?.kill()) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

test('visitors read the home page', async () => {
  const answer = await fetch(`${api}/_/resource_manifest//?embed=documents`);
  assert.equal(answer.status, 200);
  const { documents } = await answer.json();
  const types = documents.map((document) => document['@type']);
  for (const type of ['Route', 'Page', 'Layout', 'NavigationLink', 'Title'])
    assert.ok(types.includes(type), type);
});

test('visitors do not read what others wrote in the contact form', async () => {
  assert.equal((await fetch(`${api}/record/contact_messages`)).status, 401);
});

function start(...args) {
  // npm scripts find package commands by name; Windows needs a shell for that.
  return spawn('cms', args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

async function cms(...args) {
  const [code] = await once(start(...args), 'exit');
  assert.equal(code, 0, `cms ${args.join(' ')}`);
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  listener.close();
  return port;
}
