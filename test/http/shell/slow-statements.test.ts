import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let lines: LogEntry[] = [];
let app: TestApp;
beforeAll(async () => {
  const log = { ...SILENT_LOGGER, warn: (entry: LogEntry) => void lines.push(entry) };
  // Almost every statement takes longer.
  app = await startTestApp({ log, config: { logs: { slow_statement_ms: 1 } } });
});
beforeEach(() => (lines = []));
afterAll(() => app.close());

const isSlow = ({ msg }: LogEntry): boolean => msg === 'slow statement';
const slow = (): readonly LogEntry[] => lines.filter(isSlow);

/** Blocks the database, so that work that waits for it is slow. */
async function beingSlow(work: () => Promise<{ readonly headers: Headers }>): Promise<string | null> {
  for (;;) {
    const { headers } = await work();
    const id = headers.get('x-request-id');
    if (slow().some(({ requestId }) => requestId === id)) return id;
  }
}

describe('a slow statement is logged', () => {
  test('with the use case, the type and the request id of a read', async () => {
    const { '@id': iri } = await app.create('/_/layouts', { reference: 'a', uiComponent: 'A' });
    const id = await beingSlow(() => app.get(iri));
    expect(slow().find(({ requestId }) => requestId === id)).toEqual({
      msg: 'slow statement',
      requestId: id,
      ms: expect.any(Number),
      useCase: 'readItem',
      resource: 'Layout',
      statement: expect.stringMatching(/^select /),
    });
  });

  test('with those of a write, and without its values', async () => {
    let round = 0;
    await beingSlow(() =>
      app.post('/_/layouts', { reference: `spoken-${round++}`, uiComponent: 'Spoken' }, { as: 'admin' }),
    );
    expect(slow().filter(({ useCase }) => useCase === 'create')).not.toEqual([]);
    expect(JSON.stringify(slow())).not.toMatch(/spoken/i);
  });

  test('without a caller if the process sends it on its own', async () => {
    while (!slow().some(({ useCase }) => useCase === null)) await app.app.outbox.metrics();
  });
});

test('no statement is slow if logs.slow_statement_ms is 0', async () => {
  const logged: LogEntry[] = [];
  const silent = await startTestApp({
    log: { ...SILENT_LOGGER, warn: (entry) => void logged.push(entry) },
    config: { logs: { slow_statement_ms: 0 } },
  });
  for (let round = 0; round < 20; round += 1) await silent.get('/_/layouts');
  await silent.close();
  expect(logged.filter(isSlow)).toEqual([]);
});
