import type { HttpExchange } from '../../kernel/contract/http/http-hooks.js';
import { isObserved, REQUEST_CHANNEL, type RequestMessage } from '../../kernel/observation/channels.js';

/** A request being processed. */
export interface ObservedExchange extends Pick<HttpExchange, 'request' | 'response' | 'id' | 'pattern'> {
  /** Code of the error in the response. */
  readonly errorCode?: string;
}

/**
 * Processes a request with `work` and publishes it if the channel has subscribers: at its start, and when its
 * connection is released.
 */
export function observeRequest<Result>(
  exchange: ObservedExchange,
  isKept: boolean,
  work: () => Result,
): Result {
  if (!isObserved(REQUEST_CHANNEL)) return work();
  const { request, response, id } = exchange;
  const message: RequestMessage = {
    id,
    headers: request.headers,
    method: request.method ?? 'GET',
    pattern: null,
    status: 0,
    isKept,
    isComplete: false,
  };
  response.on('close', () => {
    message.pattern = exchange.pattern ?? null;
    message.status = response.statusCode;
    message.isComplete = response.writableFinished;
    if (exchange.errorCode !== undefined) message.errorCode = exchange.errorCode;
    REQUEST_CHANNEL.asyncEnd.publish(message);
  });
  return REQUEST_CHANNEL.start.runStores(message, work);
}
