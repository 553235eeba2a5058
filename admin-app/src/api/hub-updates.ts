import { openVisibleStream } from './visible-stream.js';

/** Update of a record, as the hub sends it. */
export interface Update {
  readonly '@id'?: string;
  readonly [member: string]: unknown;
}

type Listener = (update: Update) => void;

const listeners = new Set<Listener>();
let close: (() => void) | undefined;

/**
 * Subscribes to updates of the hub. All subscribers share one connection, because browsers limit the number of
 * connections.
 * @param hub URL of the hub
 * @returns a function that unsubscribes
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

/** Anything may have changed while the connection was down, so subscribers receive an empty update. */
const open = (hub: string): (() => void) =>
  openVisibleStream(`${hub}?match=*`, {
    opened: (isFirst) => (isFirst ? undefined : notify({})),
    received: (data) => notify(JSON.parse(data) as Update),
  });

const notify = (update: Update): void => listeners.forEach((listener) => listener(update));
