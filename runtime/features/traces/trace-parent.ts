import { ROOT_CONTEXT, trace, type Context, type SpanContext } from '@opentelemetry/api';

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Formats the span of a context as a `traceparent` header (W3C Trace Context). Undefined without a span. */
export function printTraceParent(context: Context): string | undefined {
  const span = trace.getSpanContext(context);
  if (span === undefined) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** Parses a `traceparent` header. Undefined if it is invalid. */
export function readTraceParent(header: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Returns a context that continues a span of another process or of an earlier time. */
export const continuing = (span: SpanContext | undefined): Context =>
  span === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, span);
