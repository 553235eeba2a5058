import type { AppError } from '../../kernel/errors/app-error.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import type { Exchange } from './exchange.js';

export interface RequestLimitsDeps {
  readonly apiPrefix: string;
  readonly limits: {
    /** Maximum number of requests without a started response. */
    readonly requests: number;
    readonly requestMs: number;
  };
  /** Responds with a problem document. */
  refuse(exchange: Exchange, error: AppError): Promise<void>;
}

/**
 * Limits open requests and their duration (`limits.requests`, `limits.request_ms`). One too many, or one that
 * takes too long, gets a 503. A request counts until its response starts, because the duration of a download
 * depends on the client. Cached responses, the hub and health checks do not count. The time starts when the
 * body has arrived. Forms with files have no limit, because the processing time depends on their size.
 */
export function createRequestLimits({
  apiPrefix,
  limits: { requests, requestMs },
  refuse,
}: RequestLimitsDeps): (exchange: Exchange, serve: () => Promise<void>) => Promise<void> {
  const probes = `${apiPrefix}/_/health`;
  let open = 0;

  return async (exchange, serve) => {
    const { request, response } = exchange;
    if (request.url?.startsWith(probes) === true) return serve();
    if (open >= requests) return refuse(exchange, kernelErrors.overloaded());
    open += 1;
    let timer: NodeJS.Timeout | undefined;
    exchange.begin = () => {
      exchange.begin = undefined;
      open -= 1;
      clearTimeout(timer);
    };
    const giveUp = (): void => {
      if (response.headersSent || response.destroyed) return;
      const overdue = kernelErrors.overdue();
      exchange.overdue = overdue;
      void refuse(exchange, overdue);
    };
    const start = (): void => {
      if (exchange.begin !== undefined) timer = setTimeout(giveUp, requestMs).unref();
    };
    if (!bringsBody(exchange)) start();
    else if (!isForm(exchange)) request.once('end', start);
    try {
      await serve();
    } finally {
      exchange.begin?.();
    }
  };
}

const bringsBody = ({ request: { headers } }: Exchange): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

const isForm = ({ request }: Exchange): boolean =>
  request.headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
