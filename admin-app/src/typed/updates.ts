/** An update of a record as the hub tells it. */
export interface Update {
  readonly '@id'?: string;
  readonly [member: string]: unknown;
}

type Listener = (update: Update) => void;

const listeners = new Set<Listener>();
let stream: EventSource | undefined;

/**
 * Told of each update of the hub. All share one connection, as browsers have few, which is there while somebody listens.
 * @param hub its address
 * @returns a function that ends it
 */
export function onUpdate(hub: string, listener: Listener): () => void {
  listeners.add(listener);
  stream ??= open(hub);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stream?.close();
    stream = undefined;
  };
}

function open(hub: string): EventSource {
  let isFirst = true;
  const opened = new EventSource(`${hub}?match=*`, { withCredentials: true });
  opened.onopen = () => {
    // Nothing was heard while there was no connection: anything may have changed.
    if (!isFirst) tell({});
    isFirst = false;
  };
  opened.onmessage = ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Update);
  return opened;
}

const tell = (update: Update): void => listeners.forEach((listener) => listener(update));
