import type { Duplex } from 'node:stream';

/**
 * Distinguishes an unresponsive server from exhausted connections, because waiting for a connection times out
 * in both cases.
 */
export interface Silence {
  /** Observes data on a new connection; `isAsked` returns whether a response is due. */
  follow(stream: Duplex, isRequested: () => boolean): void;
  /**
   * Returns whether a response is due and no connection has received data for most of the connection timeout.
   */
  lasts(): boolean;
}

/** Required silent part of the timeout. A busy machine may read an older response after the wait began. */
const PART = 0.5;

/** @param waitMs connection timeout */
export function createSilence(waitMs: number): Silence {
  const open = new Map<Duplex, () => boolean>();
  let receivedAt = performance.now();
  const received = (): void => void (receivedAt = performance.now());
  return {
    follow(stream, isRequested) {
      received();
      open.set(stream, isRequested);
      stream.on('data', received).once('close', () => open.delete(stream));
    },
    lasts: () =>
      performance.now() - receivedAt >= PART * waitMs &&
      [...open.values()].some((isRequested) => isRequested()),
  };
}
