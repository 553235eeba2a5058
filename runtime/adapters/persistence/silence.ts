import type { Duplex } from 'node:stream';

/** Tells a server that answers nothing from one whose connections are all in use: a wait for a connection ends alike at both. */
export interface Silence {
  /** Listens to what comes on a connection that was just made; `isAsked` says whether the server owes it an answer. */
  follow(stream: Duplex, isAsked: () => boolean): void;
  /** Whether an answer is due and nothing has come on any connection for so long that a wait for one may have gone by in silence. */
  lasts(): boolean;
}

/** The part of the wait that has to be silent: a busy machine may read an answer from before the silence after the wait began. */
const PART = 0.5;

/** @param waitMs the longest wait for a connection */
export function createSilence(waitMs: number): Silence {
  const open = new Map<Duplex, () => boolean>();
  let heardAt = performance.now();
  const heard = (): void => void (heardAt = performance.now());
  return {
    follow(stream, isAsked) {
      heard();
      open.set(stream, isAsked);
      stream.on('data', heard).once('close', () => open.delete(stream));
    },
    lasts: () =>
      performance.now() - heardAt >= PART * waitMs && [...open.values()].some((isAsked) => isAsked()),
  };
}
