import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let lines: LogEntry[] = [];
let app: TestApp;
beforeAll(async () => {
  const log = { ...SILENT_LOGGER, warn: (entry: LogEntry) => void lines.push(entry) };
  // Hardly any statement takes less.
  app = await startTestApp({ log, config: { logs: { slow_statement_ms: 1 } } });
});
beforeEach(() => (lines = []));
afterAll(() => app.close());

const isSlow = ({ msg }: LogEntry): boolean => msg === 'slow statement';
const slow = (): readonly LogEntry[] => lines.filter(isSlow);

/** Holds the database up, so that what waits for it is slow. */
async function beingSlow(work: () => Promise<{ readonly headers: Headers }>): Promise<string | null> {
  for (;;) {
    const { headers } = await work();
    const id = headers.get('x-request-id');
    if (slow().some(({ requestId }) => requestId === id)) return id;
  }
}

describe('a slow statement is logged', () => {
  test('with the use case, the type and the id of the request of a read', async () => {
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

  test('with those of a write, and without the values that it stores', async () => {
    let round = 0;
    await beingSlow(() =>
      app.post('/_/layouts', { reference: `spoken-${round++}`, uiComponent: 'Spoken' }, { as: 'admin' }),
    );
    expect(slow().filter(({ useCase }) => useCase === 'create')).not.toEqual([]);
    expect(JSON.stringify(slow())).not.toMatch(/spoken/i);
  });

  test('with nobody, where a process sends it by itself', async () => {
    while (!slow().some(({ useCase }) => useCase === null)) await app.app.outbox.metrics();
  });
});

test('no statement is slow where logs.slow_statement_ms is 0', async () => {
  const logged: LogEntry[] = [];
  const silent = await startTestApp({
    log: { ...SILENT_LOGGER, warn: (entry) => void logged.push(entry) },
    config: { logs: { slow_statement_ms: 0 } },
  });
  for (let round = 0; round < 20; round += 1) await silent.get('/_/layouts');
  await silent.close();
  expect(logged.filter(isSlow)).toEqual([]);
});
