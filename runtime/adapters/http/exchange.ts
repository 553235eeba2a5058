import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Actor, ANONYMOUS, type Revealed } from '../../kernel/contract/context.js';
import type { Endpoint } from '../../kernel/contract/http/http.js';
import type { HttpExchange, HttpTools } from '../../kernel/contract/http/http-hooks.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { AppError } from '../../kernel/errors/app-error.js';
import { type Logger, type RequestLine, withFields } from '../../kernel/ports/logger.js';
import { requestIdOf } from './request-id.js';
import type { StaticHeaders } from './response-headers.js';
import type { StatementCounter, StatementTally } from './statement-count.js';
import { JSON_LD } from '../../kernel/contract/http/media-types.js';
import type { ResponseMessages } from '../../kernel/contract/message.js';
import type { Messages } from '../../kernel/messages/messages.js';

/** An endpoint with everything precomputed at boot. */
export interface CompiledEndpoint {
  readonly endpoint: Endpoint;
  readonly headers: StaticHeaders;
  /** Media types of its responses. */
  readonly provides: readonly string[];
}

/** An HTTP request and its response. The pipeline stages fill in the members after `log`. */
export interface Exchange extends HttpExchange {
  readonly log: Logger;
  readonly statements: StatementTally;
  entry?: CompiledEndpoint;
  mediaType: string;
  /** Messages in the negotiated language. */
  readonly messages: ResponseMessages;
  /** Whether the URL has a format extension, which overrides `Accept`. */
  hasExtension: boolean;
  actor: Actor;
  cookies: readonly string[];
  /** Called when the response starts. Absent after that, and for requests that do not count as open. */
  begin?: (() => void) | undefined;
  /** The timeout error, if the request took too long. */
  overdue?: AppError;
  /** Whether the caller was authenticated; `actor` is anonymous before. */
  isIdentified: boolean;
  /** Records revealed by a preview; such a response is never shared. */
  reveals?: Revealed;
  /** Code of the error in the response. */
  errorCode?: string;
}

export interface ExchangeDeps {
  readonly log: Logger;
  readonly clock: Clock;
  /** Absent if statements are not counted for the log. */
  readonly statements?: StatementCounter | undefined;
  readonly messages: Messages;
}

/** Creates the exchange of a request, which is logged when its connection is released. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { log, clock, statements, negotiate, messages }: ExchangeDeps & Pick<HttpTools, 'negotiate'>,
): Exchange {
  const id = requestIdOf(request);
  const exchange: Exchange = {
    request,
    response,
    id,
    now: clock.now(),
    log: withFields(log, { requestId: id }),
    statements: { count: 0 },
    mediaType: negotiate(request.headers.accept) ?? JSON_LD,
    messages: messages.forRequest(request.headers['accept-language']),
    hasExtension: false,
    actor: ANONYMOUS,
    cookies: [],
    isIdentified: false,
  };
  logWhenDone(exchange, exchange.statements, { log, statements });
  return exchange;
}

/** Logs a request when its connection is released. */
export function logWhenDone(
  logged: Parameters<HttpTools['respondFromCache']>[0],
  sent: StatementTally,
  { log, statements }: Pick<ExchangeDeps, 'log' | 'statements'>,
): void {
  const started = performance.now();
  const { request, response, id: requestId } = logged;
  response.on('close', () => {
    const line: RequestLine = {
      msg: response.writableFinished ? 'request' : 'request aborted',
      requestId,
      method: request.method ?? 'GET',
      pattern: logged.pattern ?? null,
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...(statements === undefined ? {} : { queries: sent.count }),
    };
    if (log.request === undefined) log.info(line);
    else log.request(line);
  });
}

export const isRead = (exchange: Exchange): boolean =>
  exchange.request.method === 'GET' || exchange.request.method === 'HEAD';
