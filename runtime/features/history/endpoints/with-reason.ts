import type { RequestContext } from '../../../kernel/contract/context.js';

/** Adds a default reason to the context of a write. A reason stated by the caller takes precedence. */
export function withReason(context: RequestContext, reason: string): RequestContext {
  const { request } = context;
  return request === undefined || request.reason !== null
    ? context
    : { ...context, request: { ...request, reason } };
}
