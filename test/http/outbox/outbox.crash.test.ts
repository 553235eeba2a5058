import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SentLetter } from '../../support/features/letters-channel.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { acceptedOf, append, metricsOf } from './outbox-fixture.js';
import { type Receiver, startReceiver } from './receiver.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const KEYS = Array.from({ length: 24 }, (_none, index) => `key ${index}`);
const BODIES = ['1', '2', '3', '4', '5'];

let writer: TestApp;
let receiver: Receiver;
let folder = '';
let program = '';
const running = new Map<string, ChildProcess>();

beforeAll(async () => {
  writer = await startTestApp();
  receiver = await startReceiver();
  // Packages are resolved from the location of the program.
  folder = await mkdtemp(join(ROOT, 'node_modules/.cms-outbox-'));
  program = join(folder, 'send-letters.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./children/send-letters.ts', import.meta.url))],
    outfile: program,
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
  });
});
afterAll(async () => {
  for (const child of running.values()) await ended(child, () => child.stdin?.end());
  await receiver.close();
  await writer.close();
  await rm(folder, { recursive: true, force: true });
});

function start(sender: string): void {
  const { database, tablePrefix } = writer.app.config;
  const child = spawn(process.execPath, [program, database.url, tablePrefix, receiver.url, sender], {
    cwd: ROOT,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  running.set(sender, child);
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  end();
  await exited;
}

async function kill(sender: string): Promise<void> {
  const child = running.get(sender);
  if (child === undefined) throw new Error(`${sender} does not run`);
  running.delete(sender);
  await ended(child, () => child.kill('SIGKILL'));
}

const of = (letters: readonly SentLetter[], sender: string): readonly SentLetter[] =>
  letters.filter((letter) => letter.sender === sender);

const SENDERS = ['one', 'two', 'three'];

/** The concurrency of the child: its maximum number of simultaneous deliveries. */
const CONCURRENCY = 4;

describe('three processes that send from one database', () => {
  test('send everything in order, and repeat only deliveries that were in progress in a killed process', async () => {
    let everybodySends = (): void => undefined;
    const allSend = new Promise<void>((resolve) => (everybodySends = resolve));
    let caught = 0;
    receiver.evaluate(async ({ sender }) => {
      // No process finishes before the others have begun.
      if (SENDERS.every((name) => of(receiver.letters, name).length > 0)) everybodySends();
      await allSend;
      if (sender !== 'two' || of(receiver.accepted, 'two').length < CONCURRENCY) return 200;
      caught += 1;
      return 'hang';
    });
    for (const body of BODIES) await append(writer, ...KEYS.map((key) => [key, body] as const));
    for (const sender of SENDERS) start(sender);
    await expect.poll(() => caught).toBeGreaterThan(0);
    await kill('two');
    // No messages are waiting or dead, so the channel has no metrics.
    await expect.poll(() => metricsOf(writer)).toBeUndefined();

    const twice = receiver.letters.filter(({ ids }, index) => firstOf(ids[0]) !== index);
    expect(twice.length).toBeLessThanOrEqual(CONCURRENCY);
    for (const { ids, key, sender } of twice) {
      expect(sender).not.toBe('two');
      // It was the last message of the key that the killed process sent, and its result was never recorded.
      expect(of(receiver.letters, 'two').findLast((letter) => letter.key === key)?.ids).toEqual(ids);
    }
    for (const key of KEYS) {
      const bodies = acceptedOf(receiver, key);
      expect([...new Set(bodies)]).toEqual(BODIES);
      expect(bodies).toEqual([...bodies].sort());
    }
    expect(receiver.most.ofKey).toBe(1);
  });
});

function firstOf(id: string | undefined): number {
  return receiver.letters.findIndex(({ ids }) => ids[0] === id);
}
