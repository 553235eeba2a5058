import type { Clock } from '../../../runtime/ports/clock.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { publishingManifest } from './types.js';

/** A clock that runs and can be moved on. */
export interface TestClock extends Clock {
  forward(milliseconds: number): void;
}

export function createTestClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    forward(milliseconds) {
      offset += milliseconds;
    },
  };
}

export interface PublishingApp extends TestApp {
  readonly testClock: TestClock;
}

export async function startPublishingApp(): Promise<PublishingApp> {
  const testClock = createTestClock();
  const app = await startTestApp({
    manifest: publishingManifest,
    clock: testClock,
    config: { routable_security: null, route_security: [] },
  });
  return { ...app, testClock };
}

export const MINUTE = 60_000;

/** ISO text of a moment relative to now. */
export const inMinutes = (minutes: number, clock?: TestClock): string =>
  new Date((clock?.now().getTime() ?? Date.now()) + minutes * MINUTE).toISOString();
