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

test('a missing program is reported with the package to install', async () => {
  await expect(runTool(tool('no-such-program'), {})).rejects.toThrow(
    'no-such-program is not installed. It comes with the client programs.',
  );
});

test('a failed program is reported with its own error output', async () => {
  const script = 'echo "the server is away" >&2; exit 3';
  await expect(runTool(tool('sh', '-c', script), {})).rejects.toThrow('sh failed:\nthe server is away');
});

test('a program that exits before reading all input is reported with the reason', async () => {
  const input = Readable.from([Buffer.alloc(4_000_000)], { objectMode: false });
  const script = 'echo "no such table" >&2; exit 1';
  await expect(runTool(tool('sh', '-c', script), { input })).rejects.toThrow('no such table');
});

test('input and output of a program are streamed', async () => {
  const output = new PassThrough();
  const printed = output.toArray();
  const input = Readable.from([Buffer.from('to its input, ')], { objectMode: false });
  await runTool(tool('sh', '-c', 'cat; echo "$GREETING"'), { input, output });
  expect(Buffer.concat(await printed).toString()).toBe('to its input, from its environment\n');
});

test('the version of a program is the first version that it prints', async () => {
  expect(await versionOfTool(tool(process.execPath))).toBe(process.versions.node);
});
