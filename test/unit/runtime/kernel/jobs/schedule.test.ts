import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../../../runtime/kernel/errors/database-unavailable.js';
import { createSchedule, type ScheduleDeps } from '../../../../../runtime/kernel/jobs/schedule.js';

describe('the job schedule', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Returns the log lines of a minute in which the store fails with these errors. */
  async function linesOf(failure: Error): Promise<string[]> {
    const lines: string[] = [];
    const unused = () => {
      throw new Error('not reached');
    };
    const deps: Partial<ScheduleDeps> = {
      jobs: [{ name: 'one', schedule: '0 3 * * *' }] as unknown as ScheduleDeps['jobs'],
      store: { read: () => Promise.reject(failure), claim: unused, begin: unused, finish: unused },
      log: { error: ({ msg }: { msg: string }) => lines.push(msg) } as unknown as ScheduleDeps['log'],
    };
    const schedule = createSchedule(deps as ScheduleDeps);
    schedule.start();
    await vi.advanceTimersByTimeAsync(61_000);
    await schedule.close();
    return lines;
  }

  test('does not log a database outage, which is logged once for the whole process', async () => {
    expect(await linesOf(new DatabaseUnavailable('away', undefined))).toEqual([]);
    expect(await linesOf(new DatabaseUnavailable('exhausted', undefined))).toEqual([]);
  });

  test('logs each other failure', async () => {
    const line = 'failed to check the job schedule';
    expect(await linesOf(new DatabaseUnavailable('timeout', undefined))).toEqual([line, line, line]);
    expect(await linesOf(new Error('no such column'))).toEqual([line, line, line]);
  });
});
