import type { Actor } from '../../kernel/contract/context.js';
import type { ApiResponse } from '../../kernel/contract/http/http.js';
import type { RefusalHeaders } from '../../kernel/contract/records/operations.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { IdentifyCaller } from './caller.js';
import type { Exchange } from './exchange.js';
import { pathBelowPrefix, readablePath } from './request-target.js';

/**
 * Creates the function that adds feature headers to error responses of any stage. A wrong method or an
 * invalid URL is rejected before authentication, so it authenticates the caller if necessary.
 */
export function createRefusals(deps: {
  readonly apiPrefix: string;
  readonly refusalHeaders: RefusalHeaders | undefined;
  readonly identify: IdentifyCaller;
}): (exchange: Exchange, response: ApiResponse) => Promise<ApiResponse> {
  return async (exchange, response) => {
    const { status } = response;
    // The caller of a 401 is unknown.
    if (status < 400 || status >= 500 || status === 401) return response;
    const path = pathBelowPrefix(readablePath(exchange.request.url ?? '/'), deps.apiPrefix);
    const headersFor = path === undefined ? undefined : deps.refusalHeaders?.(path);
    if (headersFor === undefined) return response;
    const actor = await callerOf(exchange, deps.identify);
    return { ...response, headers: { ...headersFor(actor), ...response.headers } };
  };
}

/** Returns the caller; the rejection is sent even if authentication fails. */
async function callerOf(exchange: Exchange, identify: IdentifyCaller): Promise<Actor> {
  try {
    await identify(exchange);
  } catch (err) {
    if (!(err instanceof AppError))
      exchange.log.error({ msg: 'failed to identify the caller of a rejected request', err });
  }
  return exchange.actor;
}
