import type { ServerResponse } from 'node:http';
import type { HubLimits } from './options.js';
import type { TopicTest } from './matchers.js';
import type { Update } from './read-update.js';

/** Whether one who asked and was granted so gets an update: private ones need both (realtime.md section 1.4). */
export interface Audience {
  readonly asked: TopicTest;
  readonly granted: TopicTest;
}

export interface NewSubscriber {
  readonly response: ServerResponse;
  /** Equal for all who asked for the same with the same grants, so that they are matched once. */
  readonly key: string;
  readonly audience: Audience;
  /** Milliseconds until the token ends; undefined without a token. */
  readonly lifetimeMs: number | undefined;
}

export interface Subscribers {
  readonly size: number;
  add(subscriber: NewSubscriber): void;
  send(update: Update): void;
  endStreams(): void;
  close(): void;
}

const HEARTBEAT = Buffer.from(':\n\n');
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function reaches({ asked, granted }: Audience, { topics, isPrivate }: Update): boolean {
  return asked(topics) && (!isPrivate || granted(topics));
}

/** The open streams, grouped by what they get; one heartbeat for all of them. */
export function createSubscribers({
  heartbeatMs,
  queueBytes,
}: Pick<HubLimits, 'heartbeatMs' | 'queueBytes'>): Subscribers {
  const groups = new Map<string, { readonly audience: Audience; readonly streams: Set<ServerResponse> }>();
  let size = 0;
  const write = (stream: ServerResponse, chunk: Buffer): void => {
    // One who does not read would otherwise fill the memory; it comes back with its cursor.
    if (stream.writableLength > queueBytes) stream.destroy();
    else stream.write(chunk);
  };
  const heartbeat = setInterval(() => {
    for (const { streams } of groups.values()) for (const stream of streams) write(stream, HEARTBEAT);
  }, heartbeatMs);
  heartbeat.unref();
  const endStreams = (): void => {
    for (const { streams } of groups.values()) for (const stream of streams) stream.end();
  };
  return {
    get size() {
      return size;
    },
    add({ response, key, audience, lifetimeMs }) {
      const group = groups.get(key) ?? { audience, streams: new Set() };
      groups.set(key, group);
      group.streams.add(response);
      size += 1;
      const end =
        lifetimeMs === undefined
          ? undefined
          : setTimeout(() => response.end(), Math.min(lifetimeMs, LONGEST_TIMER_MS)).unref();
      response.once('close', () => {
        clearTimeout(end);
        size -= 1;
        group.streams.delete(response);
        if (group.streams.size === 0 && groups.get(key) === group) groups.delete(key);
      });
    },
    send(update) {
      for (const { audience, streams } of groups.values()) {
        if (reaches(audience, update)) for (const stream of streams) write(stream, update.frame);
      }
    },
    endStreams,
    close() {
      clearInterval(heartbeat);
      endStreams();
    },
  };
}
