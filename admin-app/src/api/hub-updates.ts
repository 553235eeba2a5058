import { openVisibleStream } from './visible-stream.js';

/** An update of a record as the hub tells it. */
export interface Update {
  readonly '@id'?: string;
  readonly [member: string]: unknown;
}

type Listener = (update: Update) => void;

const listeners = new Set<Listener>();
let close: (() => void) | undefined;

/**
 * Told of each update of the hub. All share one connection, as browsers have few, which is there while somebody listens.
 * @param hub its address
 * @returns a function that ends it
 */
export function onUpdate(hub: string, listener: Listener): () => void {
  listeners.add(listener);
  close ??= open(hub);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    close?.();
    close = undefined;
  };
}

/** Anything may have changed while there was no connection. */
const open = (hub: string): (() => void) =>
  openVisibleStream(`${hub}?match=*`, {
    opened: (isFirst) => (isFirst ? undefined : notify({})),
    received: (data) => notify(JSON.parse(data) as Update),
  });

const notify = (update: Update): void => listeners.forEach((listener) => listener(update));
