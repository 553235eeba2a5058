import type { AppError } from '../../kernel/errors/app-error.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import type { Exchange } from './exchange.js';

export interface RequestLimitsDeps {
  readonly apiPrefix: string;
  readonly limits: {
    /** Requests whose answers have not begun. */
    readonly requests: number;
    readonly requestMs: number;
  };
  /** Answers with a problem document. */
  refuse(exchange: Exchange, error: AppError): Promise<void>;
}

/**
 * Has a request served within what the process takes on (`limits.requests`, `limits.request_ms`): 503 at once for one too many,
 * and for one that takes too long. A request counts until its answer begins, because how long a download takes is up to the
 * line; answers from memory, the hub and what monitors ask do not count. Its time begins when its body has arrived; a form with
 * files has none, because what becomes of its files takes as long as they are large.
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
