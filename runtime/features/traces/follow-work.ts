import type { AsyncLocalStorage } from 'node:async_hooks';
import type { TracingChannel } from 'node:diagnostics_channel';
import {
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import {
  APPEND_CHANNEL,
  DELIVERY_CHANNEL,
  JOB_CHANNEL,
  REQUEST_CHANNEL,
  STATEMENT_CHANNEL,
  USE_CASE_CHANNEL,
  type AppendMessage,
} from '../../kernel/observation/channels.js';
import { contextIn } from './stored-contexts.js';
import { continuing, printTraceParent, readTraceParent } from './trace-parent.js';

/** The start of a span. */
interface Beginning {
  readonly name: string;
  readonly options: SpanOptions;
  /** Parent context; undefined if the work is not traced. */
  readonly parent: Context | undefined;
}

interface Following<Message> {
  begin(message: Message, current: Context): Beginning;
  /** Sets attributes that are only known at the end. */
  finish?(span: Span, message: Message): void;
}

/** Creates a span for every operation published on the diagnostics channels. Returns a function that stops it. */
export function followWork(tracer: Tracer, store: AsyncLocalStorage<unknown>): () => void {
  const follow = <Message extends object>(
    channel: TracingChannel<unknown, Message>,
    following: Following<Message>,
  ): (() => void) => followChannel(channel, following, { tracer, store });
  const onAppend = (notified: unknown): void => {
    const traceparent = printTraceParent(contextIn(store));
    if (traceparent !== undefined) (notified as AppendMessage).traceparent = traceparent; // the channel carries nothing else
  };
  APPEND_CHANNEL.subscribe(onAppend);
  const ends = [
    follow(REQUEST_CHANNEL, REQUESTS),
    follow(USE_CASE_CHANNEL, USE_CASES),
    follow(STATEMENT_CHANNEL, STATEMENTS),
    follow(DELIVERY_CHANNEL, DELIVERIES),
    follow(JOB_CHANNEL, JOBS),
    () => void APPEND_CHANNEL.unsubscribe(onAppend),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function followChannel<Message extends object>(
  { start, asyncEnd }: TracingChannel<unknown, Message>,
  { begin, finish }: Following<Message>,
  { tracer, store }: { readonly tracer: Tracer; readonly store: AsyncLocalStorage<unknown> },
): () => void {
  const spans = new WeakMap<Message, Span>();
  start.bindStore(store, (message) => {
    const current = contextIn(store);
    const { name, options, parent } = begin(message, current);
    if (parent === undefined) return current;
    const span = tracer.startSpan(name, options, parent);
    spans.set(message, span);
    return trace.setSpan(parent, span);
  });
  const onEnd = (notified: unknown): void => {
    const message = notified as Message & { readonly error?: unknown }; // the channel carries nothing else
    const span = spans.get(message);
    if (span === undefined) return;
    finish?.(span, message);
    if (message.error !== undefined) markFailed(span, nameOfError(message.error));
    span.end();
  };
  asyncEnd.subscribe(onEnd);
  return () => {
    start.unbindStore(store);
    asyncEnd.unsubscribe(onEnd);
  };
}

/** Marks the span as failed. Records only the kind of error, because database messages contain values. */
function markFailed(span: Span, kind: string): void {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const inside = (name: string, parent: Context, options: SpanOptions): Beginning => ({
  name,
  parent,
  options,
});

const REQUESTS: Following<Notified<typeof REQUEST_CHANNEL>> = {
  begin: ({ method, id, headers, isKept }) => ({
    name: method,
    parent: propagation.extract(ROOT_CONTEXT, headers),
    options: {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method, 'cms.request_id': id, 'cms.is_kept': isKept },
    },
  }),
  finish(span, { method, pattern, status, errorCode }) {
    if (pattern !== null) span.updateName(`${method} ${pattern}`).setAttribute('http.route', pattern);
    span.setAttribute('http.response.status_code', status);
    if (status >= 500) markFailed(span, errorCode ?? String(status));
    else if (errorCode !== undefined) span.setAttribute('error.type', errorCode);
  },
};

const USE_CASES: Following<Notified<typeof USE_CASE_CHANNEL>> = {
  begin: ({ name, resource }, current) =>
    inside(resource === undefined ? name : `${name} ${resource}`, current, {
      attributes: { 'cms.use_case': name, ...(resource === undefined ? {} : { 'cms.resource': resource }) },
    }),
};

const STATEMENTS: Following<Notified<typeof STATEMENT_CHANNEL>> = {
  begin({ text, dialect }, current) {
    const operation = /^\w+/.exec(text)?.[0]?.toUpperCase() ?? 'SQL';
    const system = dialect === 'postgres' ? 'postgresql' : dialect;
    const attributes = { 'db.system.name': system, 'db.operation.name': operation, 'db.query.text': text };
    const beginning = inside(operation, current, { kind: SpanKind.CLIENT, attributes });
    // Processes poll for messages all the time; a trace without a parent would add no information.
    return trace.getSpan(current) === undefined ? { ...beginning, parent: undefined } : beginning;
  },
};

const DELIVERIES: Following<Notified<typeof DELIVERY_CHANNEL>> = {
  begin({ channel, messages, traceparents }) {
    const [first, ...others] = traceparents.flatMap((header) => readTraceParent(header) ?? []);
    return {
      name: `deliver ${channel}`,
      parent: continuing(first),
      options: {
        kind: SpanKind.CONSUMER,
        attributes: { 'cms.channel': channel, 'messaging.batch.message_count': messages },
        links: others.map((context) => ({ context })),
      },
    };
  },
  finish(span, { outcome = 'retry' }) {
    span.setAttribute('cms.outcome', outcome);
    if (outcome !== 'sent') markFailed(span, outcome);
  },
};

const JOBS: Following<Notified<typeof JOB_CHANNEL>> = {
  begin: ({ job }, current) => inside(`job ${job}`, current, { attributes: { 'cms.job': job } }),
};

/** Message type of a channel. */
type Notified<Channel> = Channel extends TracingChannel<unknown, infer Message> ? Message : never;
