import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerSteps } from '../../../runtime/kernel/unit-of-work/answer-steps.js';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import { ANONYMOUS, type RequestContext } from '../../../runtime/kernel/contract/context.js';
import type { UnitHooks } from '../../../runtime/kernel/contract/records/unit-of-work.js';
import { createRunCommand } from '../../../runtime/kernel/unit-of-work/run-command.js';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { createState } from '../../../runtime/kernel/util/async/state.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function aContext(errors: LogEntry[]): RequestContext {
  const log = { ...SILENT_LOGGER, error: (entry: LogEntry) => void errors.push(entry) };
  return { actor: ANONYMOUS, now: new Date(), requested: NOTHING_REQUESTED, log, state: createState() };
}

const commandWith = (...hooks: UnitHooks[]) => {
  const { database, registry, config } = app.app;
  const unused = (): Promise<never> => Promise.reject(new Error('no write inside this write'));
  const commands = { create: unused, createAll: unused, update: unused, replace: unused, change: unused };
  return createRunCommand({
    database,
    registry,
    tablePrefix: config.tablePrefix,
    commands,
    hooks,
    announce: unused,
  });
};

const failing = async (): Promise<void> => {
  throw new Error('the effect failed');
};

describe('a stored write', () => {
  test('remains if one of its effects fails, which is logged, and the following effects run', async () => {
    const errors: LogEntry[] = [];
    const performed: string[] = [];
    const run = commandWith({ afterCommit: failing }, { afterCommit: () => void performed.push('second') });
    const reference = randomUUID();
    const result = await run(aContext(errors), async ({ session }) => {
      const id = randomUUID();
      const now = new Date();
      await session.insert('layout', [
        { id, reference, ui_component: 'X', created_at: now, modified_at: now },
      ]);
      return id;
    });
    expect(performed).toEqual(['second']);
    expect(errors).toEqual([
      {
        msg: 'follow-up of a committed write failed',
        err: expect.objectContaining({ message: 'the effect failed' }),
      },
    ]);
    const { status } = await app.get(`/_/layouts/${result}`, { as: 'admin' });
    expect(status).toBe(200);
  });

  test('gets a response if a step of the response fails, and the following steps run', async () => {
    const errors: LogEntry[] = [];
    const taken: string[] = [];
    const run = commandWith();
    const result = await run(aContext(errors), async ({ session }) => {
      await answerSteps.take(session, failing);
      await answerSteps.take(session, () => void taken.push('second'));
      return 'answered';
    });
    expect(result).toBe('answered');
    expect(taken).toEqual(['second']);
    expect(errors).toHaveLength(1);
  });
});
