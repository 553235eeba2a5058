import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { groupBy } from '../../../runtime/kernel/util/group-by.js';
import { createTestClock } from '../publishing/support.js';
import { startTestApp } from '../../support/test-app.js';
import { startWebhookReceiver } from './receiver.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const LAYOUTS = 8;
const CHANGES = 4;

/** No process has more simultaneous deliveries of one webhook. */
const CONCURRENCY = 4;

test('a process that is killed while it sends loses nothing, and the order of each record is kept', async () => {
  const receiver = await startWebhookReceiver();
  const address = receiver.url;
  const writer = await startTestApp({
    clock: createTestClock(),
    isServing: false,
    config: {
      webhook_targets: { allow_private: true },
      webhooks: { search: { address, events: ['Layout.created', 'Layout.updated'] } },
    },
    env: { WEBHOOK_SECRET_SEARCH: SECRET },
  });
  // Packages are resolved from the location of the program.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.cms-webhooks-'));
  const program = join(folder, 'send-webhooks.mjs');
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    await writer.close();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  });
  await build({
    entryPoints: [fileURLToPath(new URL('./children/send-webhooks.ts', import.meta.url))],
    outfile: program,
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
  });
  const { database, tablePrefix } = writer.app.config;
  const start = (sender: string): ChildProcess => {
    const parameters = [program, database.url, tablePrefix, address, SECRET, sender];
    const child = spawn(process.execPath, parameters, { cwd: ROOT, stdio: ['pipe', 'inherit', 'inherit'] });
    children.push(child);
    return child;
  };
  const reference = (layout: number, change: number): string => `layout ${layout}, ${change}`;
  for (let layout = 0; layout < LAYOUTS; layout++) {
    const body = { reference: reference(layout, 0), uiComponent: 'X' };
    const { '@id': iri } = await writer.create('/_/layouts', body);
    for (let change = 1; change <= CHANGES; change++)
      await writer.patch(iri, { reference: reference(layout, change) }, { as: 'admin' });
  }
  let hanging = 0;
  receiver.evaluate(({ path }) => {
    if (path !== '/killed' || receiver.accepted('/killed').length < CONCURRENCY) return { status: 200 };
    hanging += 1;
    return 'hang';
  });
  const killed = start('killed');
  await expect.poll(() => hanging, { timeout: 60_000 }).toBeGreaterThan(0);
  killed.kill('SIGKILL');
  start('other');
  const ids = () =>
    new Set(
      receiver.received.filter(({ status }) => status === 200).map(({ headers }) => headers['webhook-id']),
    );
  await expect.poll(() => ids().size, { timeout: 100_000 }).toBe(LAYOUTS * (CHANGES + 1));
  const accepted = receiver.received.filter(({ status }) => status === 200);
  for (const [, own] of groupBy(accepted, ({ body }) => String(body.data['@id']))) {
    const moments = own.map(({ body }) => body.timestamp);
    expect(moments).toEqual([...moments].sort());
    expect(own[0]?.body.type).toBe('Layout.created');
  }
}, 240_000);
