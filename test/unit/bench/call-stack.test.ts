import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openCallStacks, type Frame } from '../../bench/depth/call-stack.js';
import { all } from './persistence/statements.js';

const callStacks = openCallStacks(dirname(fileURLToPath(import.meta.url)));
afterAll(() => callStacks.close());

test('the depth of a statement is the number of project functions below it, including those that only return a promise', async () => {
  let frames: readonly Frame[] = [];
  const tell = (): void => void (frames = callStacks.own());
  const find = async (): Promise<void> => {
    await Promise.resolve();
    await all(tell);
  };
  const handOn = (work: () => Promise<void>): Promise<void> => work();
  async function read(): Promise<void> {
    await new Promise(setImmediate);
    await handOn(find);
  }
  async function handle(): Promise<void> {
    await read();
  }
  await handle();
  expect(frames.slice(0, 5).map(({ name }) => name)).toEqual(['all', 'find', 'handOn', 'read', 'handle']);
  expect(frames.map(({ place }) => place.replace(/:\d+$/, '')).slice(0, 2)).toEqual([
    'persistence/statements.ts',
    'call-stack.test.ts',
  ]);
});
