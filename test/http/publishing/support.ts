import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Clock } from '../../../runtime/kernel/ports/clock.js';
import type { Logger } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { publishingManifest } from './types.js';

export const MINUTE = 60_000;

/**
 * A manually controlled clock, so that nothing becomes due or expires by chance.
 * It advances by a millisecond with each read, so records have an order of creation.
 */
export interface TestClock extends Clock {
  forward(milliseconds: number): void;
  /**
   * Advances to the middle of a second. Dates have a precision of seconds (contract decision 83), so a draft
   * that is scheduled for half a second later is due then.
   */
  toHalfSecond(): void;
}

/** Starts at the last full minute. */
export function createTestClock(): TestClock {
  let moment = Math.floor(Date.now() / MINUTE) * MINUTE;
  return {
    now: () => new Date((moment += 1)),
    forward(milliseconds) {
      moment += milliseconds;
    },
    toHalfSecond() {
      const beyond = (moment + 500) % 1000;
      if (beyond > 200) moment += 1000 - beyond;
    },
  };
}

export interface PublishingApp extends TestApp {
  readonly testClock: TestClock;
}

export async function startPublishingApp(
  log: Logger = SILENT_LOGGER,
  config: JsonObject = {},
): Promise<PublishingApp> {
  const testClock = createTestClock();
  const app = await startTestApp({
    manifest: publishingManifest,
    clock: testClock,
    log,
    config: { routable_security: null, route_security: [], ...config },
  });
  return { ...app, testClock };
}

/** ISO date relative to the clock's time. */
export const inMinutes = (minutes: number, clock: TestClock): string =>
  new Date(clock.now().getTime() + minutes * MINUTE).toISOString();
