import type { RequestContext } from '../../../kernel/contract/context.js';

/** The context of a write whose reason is known; what its sender says goes first. */
export function withReason(context: RequestContext, reason: string): RequestContext {
  const { request } = context;
  return request === undefined || request.reason !== null
    ? context
    : { ...context, request: { ...request, reason } };
}
