import type { ServerResponse } from 'node:http';
import type { History, Place } from './history.js';
import type { Requested, TopicTest } from './matchers.js';
import type { Update } from './read-update.js';
import { createWorkQueue, type WorkQueue } from './work-queue.js';

/**
 * Decides whether a subscriber receives an update. A private one must be both requested and granted (realtime.md
 * section 1.4).
 */
export interface Audience extends Requested {
  readonly granted: TopicTest;
}

export interface NewSubscriber {
  readonly response: ServerResponse;
  /** Equal for all subscribers with the same request and grants, so that they are matched once. */
  readonly key: string;
  readonly audience: Audience;
  /** Sequence number of the last update that it has seen. */
  readonly place: Place;
  /** Milliseconds until the token expires; undefined without a token. */
  readonly lifetimeMs: number | undefined;
}

export interface Subscribers {
  readonly size: number;
  /** Approximate size of all different audiences in bytes. */
  readonly weight: number;
  /** Returns the audience of connected subscribers with the same request. */
  audienceOf(key: string): Audience | undefined;
  add(subscriber: NewSubscriber): void;
  /** Sends the newest update of the history. Resolves when it was written to every subscriber that keeps up. */
  sendNewest(update: Update): Promise<void>;
  endStreams(): void;
  close(): void;
}

export interface SubscribersDeps {
  readonly history: History;
  /** Runs the replays of single streams. */
  readonly workQueue: WorkQueue;
  readonly heartbeatMs: number;
}

/** An open stream. While it keeps up, its group writes to it; otherwise it reads the history at its own pace. */
interface Stream {
  readonly response: ServerResponse;
  readonly group: Group;
  /** Sequence number of the last update that was sent or skipped. */
  place: Place;
}

interface Group {
  readonly audience: Audience;
  /** Streams without a backlog, so that one write serves them all. */
  readonly live: Set<Stream>;
  size: number;
}

const HEARTBEAT = Buffer.from(':\n\n');
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Updates go to all streams in order; other requests run between the slices. */
const SENDING = { sliceMs: 10, restMs: 0, isFair: false };

/**
 * Creates the open streams, grouped by audience, with one heartbeat for all. Nothing is queued for a slow client: it
 * reads from the history, and is disconnected when unread updates were discarded.
 */
export function createSubscribers({ history, workQueue, heartbeatMs }: SubscribersDeps): Subscribers {
  const groups = new Map<string, Group>();
  const { behind, show, follow, forget } = createFollowing({ history, workQueue });
  const sending = createWorkQueue(SENDING);
  let size = 0;
  let weight = 0;

  function* send(update: Update, place: Place): Generator<void, void> {
    const verdicts = new Map<TopicTest, boolean>();
    for (const { audience, live } of groups.values()) {
      if (reaches(audience, update, verdicts)) {
        for (const stream of live) {
          if (stream.place < place) show(stream, update, place);
          yield;
        }
      }
      yield;
    }
    for (const stream of behind) if (history.isLost(stream.place)) stream.response.destroy();
  }

  const streams = function* (): Generator<Stream, void> {
    for (const { live } of groups.values()) yield* live;
    yield* behind;
  };
  const heartbeat = setInterval(() => {
    for (const { response } of streams())
      if (!response.writableNeedDrain && !response.writableEnded) response.write(HEARTBEAT);
  }, heartbeatMs);
  heartbeat.unref();
  const endStreams = (): void => {
    for (const { response } of [...streams()]) response.end();
  };

  function groupOf(key: string, audience: Audience): Group {
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group = { audience, live: new Set<Stream>(), size: 0 };
    groups.set(key, group);
    weight += audience.weight;
    return group;
  }

  function remove(key: string, stream: Stream): void {
    const { group } = stream;
    size -= 1;
    group.size -= 1;
    group.live.delete(stream);
    forget(stream);
    if (group.size > 0) return;
    groups.delete(key);
    weight -= group.audience.weight;
  }

  return {
    get size() {
      return size;
    },
    get weight() {
      return weight;
    },
    audienceOf: (key) => groups.get(key)?.audience,
    add({ response, key, audience, place, lifetimeMs }) {
      const stream = { response, group: groupOf(key, audience), place };
      size += 1;
      stream.group.size += 1;
      const end =
        lifetimeMs === undefined
          ? undefined
          : setTimeout(() => response.end(), Math.min(lifetimeMs, LONGEST_TIMER_MS)).unref();
      response.once('close', () => {
        clearTimeout(end);
        remove(key, stream);
      });
      if (place === history.newest) {
        stream.group.live.add(stream);
        return;
      }
      follow(stream);
    },
    sendNewest: (update) => sending.run(send(update, history.newest)),
    endStreams,
    close() {
      clearInterval(heartbeat);
      endStreams();
    },
  };
}

/** Lets slow streams read the history at their own pace, until they have caught up. */
function createFollowing({ history, workQueue }: Pick<SubscribersDeps, 'history' | 'workQueue'>): {
  readonly behind: ReadonlySet<Stream>;
  /** Writes an update to a stream. A stream whose connection is full falls behind. */
  show(stream: Stream, update: Update, place: Place): void;
  follow(stream: Stream): void;
  forget(stream: Stream): void;
} {
  const behind = new Set<Stream>();

  function show(stream: Stream, { frame }: Update, place: Place): void {
    if (stream.response.writableEnded || stream.response.write(frame)) return;
    stream.place = place;
    stream.group.live.delete(stream);
    behind.add(stream);
    goOnWhenRead(stream);
  }

  function goOnWhenRead(stream: Stream): void {
    stream.response.once('drain', () => void workQueue.run(catchUp(stream)));
  }

  /** Sends one update per step, until none is left or the connection is full. */
  function* catchUp(stream: Stream): Generator<void, void> {
    const { response, group } = stream;
    for (;;) {
      if (response.destroyed || response.writableEnded) return;
      if (history.isLost(stream.place)) {
        // The client reconnects with its cursor and learns then that updates are missing.
        response.destroy();
        return;
      }
      const update = history.next(stream.place);
      if (update === undefined) break;
      stream.place += 1;
      if (reaches(group.audience, update) && !response.write(update.frame)) {
        goOnWhenRead(stream);
        return;
      }
      yield;
    }
    behind.delete(stream);
    group.live.add(stream);
  }

  return {
    behind,
    show,
    follow(stream) {
      behind.add(stream);
      void workQueue.run(catchUp(stream));
    },
    forget: (stream) => void behind.delete(stream),
  };
}

/** Returns whether an update reaches an audience. Equal grants are evaluated once per update. */
function reaches(
  { requested, granted }: Audience,
  { topics, isPrivate }: Update,
  verdicts = new Map<TopicTest, boolean>(),
): boolean {
  if (!requested(topics)) return false;
  if (!isPrivate) return true;
  const verdict = verdicts.get(granted) ?? granted(topics);
  verdicts.set(granted, verdict);
  return verdict;
}
