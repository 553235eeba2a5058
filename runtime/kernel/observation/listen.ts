import type { TracingChannel } from 'node:diagnostics_channel';

/** A finished piece of work. */
export interface Ended<Message> {
  readonly message: Message;
  /** Duration in seconds. */
  readonly seconds: number;
  readonly error: unknown;
}

export interface Listener<Message> {
  started?(message: Message): void;
  ended(end: Ended<Message>): void;
}

/**
 * Subscribes to a channel and measures the duration of each piece of work. Returns a function that
 * unsubscribes.
 */
export function listen<Message extends object>(
  { start, asyncEnd }: TracingChannel<unknown, Message>,
  { started, ended }: Listener<Message>,
): () => void {
  const startedAt = new WeakMap<Message, number>();
  const onStart = (notified: unknown): void => {
    const message = notified as Message; // The channel carries only this type.
    startedAt.set(message, performance.now());
    started?.(message);
  };
  const onEnd = (notified: unknown): void => {
    const message = notified as Message & { readonly error?: unknown };
    const at = startedAt.get(message);
    // The work started before the subscription.
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
