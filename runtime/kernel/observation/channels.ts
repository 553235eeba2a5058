import { channel, tracingChannel, type Channel, type TracingChannel } from 'node:diagnostics_channel';
import type { DialectName } from '../contract/database/database.js';

/*
 * What the service tells of its work while it runs, on channels of `node:diagnostics_channel`: metrics, traces and the log of
 * slow statements listen, and so may projects. A tracing channel publishes `start` before the work, `asyncEnd` behind it, and
 * `error` where it failed, each with the same message; `start` can bind a store to all that the work does. A channel that
 * nobody listens to costs one comparison. Channels belong to the process: services within one share them.
 */

/** A request, from its first line until its connection is done with it. */
export interface RequestMessage {
  /** The id in the log and in `X-Request-Id`. */
  readonly id: string;
  /** Headers by their names in lower case; a trace that goes on here is named in them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly method: string;
  /** URL template; null for an address that nothing answers. Known at the end. */
  pattern: string | null;
  /** The status of the answer; known at the end. */
  status: number;
  /** The code of the error that it was answered with (docs/reference/errors.md). */
  errorCode?: string;
  /** It was answered from memory, without being computed. */
  readonly isKept: boolean;
  /** The answer was sent to its end; known at the end. */
  isComplete: boolean;
}

/** Something that the service does for somebody: reads, writes, commands of features. */
export interface UseCaseMessage {
  /** A verb and its object, such as `readItem`. */
  readonly name: string;
  /** The type that it is about, where it is about one. */
  readonly resource: string | undefined;
}

/** One statement, from asking for its connection to its rows. */
export interface StatementMessage {
  /** With placeholders: it holds no values. */
  readonly text: string;
  /** `commit` waits for all writes of the transaction that are under way. */
  readonly kind: 'read' | 'write' | 'commit';
  readonly dialect: DialectName;
  /** What it is sent for; undefined for what processes do by themselves. */
  readonly useCase: string | undefined;
}

/** One delivery of a channel of the outbox. */
export interface DeliveryMessage {
  readonly channel: string;
  /** The traces of the writes that its messages tell of, as `traceparent` headers; oldest first. */
  readonly traceparents: readonly string[];
  /** Messages of the delivery. */
  readonly messages: number;
  /** What became of them; known at the end. */
  outcome?: 'sent' | 'retry' | 'pause' | 'dead';
}

/** One run of a job. */
export interface JobMessage {
  readonly job: string;
}

/** Messages are being stored in the outbox: whoever follows the write names its trace. */
export interface AppendMessage {
  /** A `traceparent` header (W3C Trace Context), which the deliveries continue. */
  traceparent?: string;
}

export const REQUEST_CHANNEL: TracingChannel<unknown, RequestMessage> = tracingChannel(
  'cms-api-components.request',
);
export const USE_CASE_CHANNEL: TracingChannel<unknown, UseCaseMessage> = tracingChannel(
  'cms-api-components.use-case',
);
export const STATEMENT_CHANNEL: TracingChannel<unknown, StatementMessage> = tracingChannel(
  'cms-api-components.statement',
);
export const DELIVERY_CHANNEL: TracingChannel<unknown, DeliveryMessage> = tracingChannel(
  'cms-api-components.delivery',
);
export const JOB_CHANNEL: TracingChannel<unknown, JobMessage> = tracingChannel('cms-api-components.job');
// Whoever publishes on it is here, and publishes nothing else.
export const APPEND_CHANNEL = channel('cms-api-components.append') as Channel<unknown, AppendMessage>;

/** Whether anybody listens to the start or the end of what the channel tells of. */
export const isObserved = ({
  start,
  asyncEnd,
}: Pick<TracingChannel<unknown, object>, 'start' | 'asyncEnd'>): boolean =>
  start.hasSubscribers || asyncEnd.hasSubscribers;

/** Does `work`, and tells of it where somebody listens: only then `message` is made. */
export function observed<Message extends object, Result>(
  observedChannel: TracingChannel<unknown, Message>,
  message: () => Message,
  work: () => Promise<Result>,
): Promise<Result> {
  return isObserved(observedChannel) ? observedChannel.tracePromise(work, message()) : work();
}
