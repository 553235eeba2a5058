import type { TracingChannel } from 'node:diagnostics_channel';

/** What is told of a piece of work at its end. */
export interface Ended<Message> {
  readonly message: Message;
  /** How long it took. */
  readonly seconds: number;
  readonly error: unknown;
}

export interface Listener<Message> {
  started?(message: Message): void;
  ended(end: Ended<Message>): void;
}

/** Listens to a channel, with the time that each piece of work took; answers what ends it. */
export function listen<Message extends object>(
  { start, asyncEnd }: TracingChannel<unknown, Message>,
  { started, ended }: Listener<Message>,
): () => void {
  const startedAt = new WeakMap<Message, number>();
  const onStart = (told: unknown): void => {
    const message = told as Message; // the channel carries nothing else
    startedAt.set(message, performance.now());
    started?.(message);
  };
  const onEnd = (told: unknown): void => {
    const message = told as Message & { readonly error?: unknown };
    const at = startedAt.get(message);
    // It began before anybody listened.
    if (at === undefined) return;
    ended({ message, seconds: (performance.now() - at) / 1000, error: message.error });
  };
  start.subscribe(onStart);
  asyncEnd.subscribe(onEnd);
  return () => {
    start.unsubscribe(onStart);
    asyncEnd.unsubscribe(onEnd);
  };
}
