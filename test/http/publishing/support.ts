import type { Clock } from '../../../runtime/ports/clock.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { publishingManifest } from './types.js';

export const MINUTE = 60_000;

/** A clock that runs and can be moved on. */
export interface TestClock extends Clock {
  forward(milliseconds: number): void;
  /** Stops the clock at the full minute; only `forward` moves it from then on. */
  freeze(): void;
}

export function createTestClock(): TestClock {
  let offset = 0;
  let base: number | null = null;
  return {
    now: () => new Date((base ?? Date.now()) + offset),
    freeze() {
      base = Math.floor(Date.now() / MINUTE) * MINUTE - offset;
    },
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

/** ISO text of a moment relative to now. */
export const inMinutes = (minutes: number, clock?: TestClock): string =>
  new Date((clock?.now().getTime() ?? Date.now()) + minutes * MINUTE).toISOString();
