import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const LOGGER = new URL('../../runtime/dist/console/json-logger.js', import.meta.url).href;

const running = (script: string): readonly string[] => [
  '--input-type=module',
  '-e',
  `import { createJsonLogger } from ${JSON.stringify(LOGGER)};\n${script}`,
];

/** Log lines of a process that runs this code with its log. */
async function linesOf(script: string): Promise<readonly Record<string, unknown>[]> {
  const { stderr } = await run(process.execPath, running(script), { maxBuffer: 50_000_000 });
  return stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>); // each line is an object
}

const REQUEST = `(number) => ({
  msg: 'request', requestId: 'id-' + number, method: 'GET', pattern: '/a/{id*}', status: 200, ms: 0.1, queries: 2,
})`;

describe('the log of a process', () => {
  test('keeps all lines if the process exits immediately', async () => {
    const lines = await linesOf(`
      const log = createJsonLogger('info');
      for (let number = 0; number < 20_000; number += 1) log.request((${REQUEST})(number));
      log.info({ msg: 'the last one' });
      process.exit(0);
    `);
    expect(lines).toHaveLength(20_001);
    expect(lines.map(({ requestId }) => requestId)).toEqual([
      ...Array.from({ length: 20_000 }, (_, number) => `id-${number}`),
      undefined,
    ]);
  });

  test('keeps all lines after an uncaught error', async () => {
    const failing = linesOf(`
      const log = createJsonLogger('info');
      log.info({ msg: 'before' });
      setImmediate(() => { process.removeAllListeners('uncaughtException'); process.exitCode = 0; throw 'end'; });
    `);
    await expect(failing).rejects.toMatchObject({
      stderr: expect.stringContaining('"msg":"before"') as unknown,
    });
  });

  test('writes an error immediately, after the pending lines', async () => {
    const stuck = spawn(
      process.execPath,
      running(`
        const log = createJsonLogger('info');
        log.info({ msg: 'first' });
        log.error({ msg: 'second' });
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      `),
    );
    const messages: unknown[] = [];
    for await (const line of createInterface(stuck.stderr)) {
      messages.push((JSON.parse(line) as { readonly msg: string }).msg); // a line of the log
      if (messages.length === 2) stuck.kill('SIGKILL');
    }
    expect(messages).toEqual(['first', 'second']);
  });

  test('prints a request like any other entry', async () => {
    const [fast, usual] = await linesOf(`
      const log = createJsonLogger('info', undefined, { worker: 2 });
      log.request((${REQUEST})('"7"'));
      log.info((${REQUEST})('"7"'));
    `);
    expect(Object.keys(fast ?? {})).toEqual(Object.keys(usual ?? {}));
    expect({ ...fast, time: 0 }).toEqual({ ...usual, time: 0 });
    expect(fast).toMatchObject({ requestId: 'id-"7"', worker: 2, queries: 2 });
  });

  test('has no request lines if their level is disabled', async () => {
    const lines = await linesOf(`
      const log = createJsonLogger('warn');
      log.request((${REQUEST})(1));
      log.warn({ msg: 'only this' });
    `);
    expect(lines.map(({ msg }) => msg)).toEqual(['only this']);
  });
});
