import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  type DatabaseTool,
  runTool,
  versionOfTool,
} from '../../../../../runtime/adapters/persistence/copies/database-tool.js';

const tool = (name: string, ...args: string[]): DatabaseTool => ({
  name,
  args,
  env: { GREETING: 'from its environment' },
  install: 'It comes with the client programs.',
});

test('a program that is missing is named, with what to install', async () => {
  await expect(runTool(tool('no-such-program'), {})).rejects.toThrow(
    'no-such-program is not installed. It comes with the client programs.',
  );
});

test('a program that fails is told in its own words', async () => {
  const script = 'echo "the server is away" >&2; exit 3';
  await expect(runTool(tool('sh', '-c', script), {})).rejects.toThrow('sh failed:\nthe server is away');
});

test('a program that ends before it has read all tells why', async () => {
  const input = Readable.from([Buffer.alloc(4_000_000)], { objectMode: false });
  const script = 'echo "no such table" >&2; exit 1';
  await expect(runTool(tool('sh', '-c', script), { input })).rejects.toThrow('no such table');
});

test('what a program prints and reads goes through streams', async () => {
  const output = new PassThrough();
  const printed = output.toArray();
  const input = Readable.from([Buffer.from('to its input, ')], { objectMode: false });
  await runTool(tool('sh', '-c', 'cat; echo "$GREETING"'), { input, output });
  expect(Buffer.concat(await printed).toString()).toBe('to its input, from its environment\n');
});

test('the version of a program is the first that it tells', async () => {
  expect(await versionOfTool(tool(process.execPath))).toBe(process.versions.node);
});
