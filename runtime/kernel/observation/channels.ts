import { channel, tracingChannel, type Channel, type TracingChannel } from 'node:diagnostics_channel';
import type { DialectName } from '../contract/database/database.js';

/*
 * Diagnostics channels (`node:diagnostics_channel`) for metrics, traces, the slow statement log and project
 * code. A tracing channel publishes `start` before the work, `asyncEnd` after it, and `error` on failure,
 * each with the same message. Subscribers can bind a store to `start` for the duration of the work. A channel
 * without subscribers costs one comparison. Channels are per process: services in one process share them.
 */

/** An HTTP request, from its first line until its connection is released. */
export interface RequestMessage {
  /** Request id, as in the log and in `X-Request-Id`. */
  readonly id: string;
  /** Request headers in lower case, which may carry the trace to continue. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly method: string;
  /** URL template; null if no endpoint matches. Set at the end. */
  pattern: string | null;
  /** Response status; set at the end. */
  status: number;
  /** Code of the error in the response (docs/reference/errors.md). */
  errorCode?: string;
  /** Whether the response came from the in-memory cache. */
  readonly isKept: boolean;
  /** Whether the response was sent completely; set at the end. */
  isComplete: boolean;
}

/** A use case of the service: a read, a write or a feature command. */
export interface UseCaseMessage {
  /** Verb and object, such as `readItem`. */
  readonly name: string;
  /** The resource type it concerns, if any. */
  readonly resource: string | undefined;
}

/** A database statement, from the connection request to its rows. */
export interface StatementMessage {
  /** SQL with placeholders, without values. */
  readonly text: string;
  /** `commit` waits for all pending writes of the transaction. */
  readonly kind: 'read' | 'write' | 'commit';
  readonly dialect: DialectName;
  /** The use case that sent it; undefined for background work. */
  readonly useCase: string | undefined;
}

/** A delivery of an outbox channel. */
export interface DeliveryMessage {
  readonly channel: string;
  /** Traces of the writes that caused the messages, as `traceparent` headers; oldest first. */
  readonly traceparents: readonly string[];
  /** Number of messages in the delivery. */
  readonly messages: number;
  /** Outcome of the delivery; set at the end. */
  outcome?: 'sent' | 'retry' | 'pause' | 'dead';
}

/** A run of a job. */
export interface JobMessage {
  readonly job: string;
}

/** Published when messages are stored in the outbox, so that tracing can add the trace of the write. */
export interface AppendMessage {
  /** `traceparent` header (W3C Trace Context) that the deliveries continue. */
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
// All publishers are in this package and publish only this type.
export const APPEND_CHANNEL = channel('cms-api-components.append') as Channel<unknown, AppendMessage>;

/** Returns whether the channel has subscribers for the start or end of work. */
export const isObserved = ({
  start,
  asyncEnd,
}: Pick<TracingChannel<unknown, object>, 'start' | 'asyncEnd'>): boolean =>
  start.hasSubscribers || asyncEnd.hasSubscribers;

/** Runs `work` and publishes it if the channel has subscribers. `message` is called only in that case. */
export function observed<Message extends object, Result>(
  observedChannel: TracingChannel<unknown, Message>,
  message: () => Message,
  work: () => Promise<Result>,
): Promise<Result> {
  return isObserved(observedChannel) ? observedChannel.tracePromise(work, message()) : work();
}
