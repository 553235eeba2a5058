import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ApiRequest, ApiResponse } from '../../kernel/contract/http/http.js';
import { JSON_LD, MERGE_PATCH } from '../../kernel/contract/http/media-types.js';
import type { AnswerPart, PartAnswer, RequestPart } from '../../kernel/contract/http/request-part.js';
import type { WireAnswer } from '../../kernel/contract/http/wire-answer.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import { createApiRequest, type MatchedTarget, type RequestParts } from './api-request.js';
import type { Exchange } from './exchange.js';
import { asRequested } from './wire-answer.js';
import type { Messages } from '../../kernel/messages/messages.js';

export interface AnswerPartDeps extends Pick<RequestParts, 'limits' | 'addressOf' | 'isEditor'> {
  readonly apiPrefix: string;
  readonly messages: Messages;
  readonly resolve: (exchange: Exchange) => MatchedTarget | undefined;
  readonly guard: (exchange: Exchange, target: MatchedTarget) => Promise<void>;
  readonly build: (exchange: Exchange, response: ApiResponse) => WireAnswer;
  readonly toProblem: (exchange: Exchange, error: unknown) => ApiResponse;
}

/**
 * Creates the function that runs the parts of a batch through the stages of a request, without sending anything.
 */
export function createAnswerPart({
  apiPrefix,
  messages,
  limits,
  addressOf,
  isEditor,
  ...deps
}: AnswerPartDeps): AnswerPart {
  const { resolve, guard, build, toProblem } = deps;

  async function answer(exchange: Exchange, whole: ApiRequest, { within }: RequestPart): Promise<PartAnswer> {
    const target = resolve(exchange);
    const { endpoint } = exchange.entry ?? {};
    if (target === undefined || endpoint === undefined) throw kernelErrors.notFound();
    if (endpoint.mayBePart !== true) throw kernelErrors.notPart(`${target.method} ${target.path}`);
    await guard(exchange, target);
    const request = createApiRequest(exchange, target, { limits, addressOf, isEditor });
    const { assertWanted } = whole.context;
    const context = { ...request.context, ...(assertWanted && { assertWanted }), ...within };
    return printed(exchange, await endpoint.handle({ ...request, context }));
  }

  const printed = (exchange: Exchange, response: ApiResponse): PartAnswer => {
    const { status, headers, body } = asRequested(exchange, build(exchange, response), undefined);
    return body === undefined ? { status, headers } : { status, headers, text: String(body) };
  };

  return async (whole, part) => {
    const exchange = openPart(whole, part, { apiPrefix, messages });
    try {
      return await answer(exchange, whole, part);
    } catch (error) {
      return { error, print: () => printed(exchange, toProblem(exchange, error)) };
    }
  };
}

/**
 * Opens the exchange of a part: same caller, connection and request id, but separate request line, headers
 * and body.
 */
function openPart(
  { raw, context }: ApiRequest,
  part: RequestPart,
  { apiPrefix, messages }: Pick<AnswerPartDeps, 'apiPrefix' | 'messages'>,
): Exchange {
  const { actor, log, request, reveals } = context;
  const message = messageOf(raw, part, apiPrefix);
  return {
    request: message,
    messages: messages.forRequest(message.headers['accept-language']),
    response: NOWHERE,
    id: request?.id ?? '',
    now: part.within.now,
    log,
    statements: { count: 0 },
    mediaType: JSON_LD,
    hasExtension: false,
    actor,
    cookies: [],
    isIdentified: true,
    ...(reveals === undefined ? {} : { reveals }),
  };
}

/** Placeholder response. Parts are not sent, and endpoints that respond themselves cannot be parts. */
const NOWHERE = {} as ServerResponse;

/** Headers of the batch that do not apply to its parts. */
const OF_WHOLE = new Set([
  ...['accept', 'authorization', 'cookie', 'expect', 'idempotency-key', 'path', 'range', 'transfer-encoding'],
  ...['content-encoding', 'content-length', 'content-type'],
  ...['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since'],
]);

function messageOf(raw: IncomingMessage, { method, target, headers, body }: RequestPart, apiPrefix: string) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const bytes = Buffer.from(text);
  const inherited = Object.entries(raw.headers).filter(([name]) => !OF_WHOLE.has(name));
  const own: IncomingHttpHeaders = {
    ...Object.fromEntries(inherited),
    'content-type': method === 'PATCH' ? MERGE_PATCH : JSON_LD,
    ...headers,
    'content-length': String(bytes.length),
  };
  const stream = Readable.from(bytes.length === 0 ? [] : [bytes]);
  const { socket } = raw;
  // The members that endpoints read from a request: its line, headers, body and connection.
  return Object.assign(stream, {
    method,
    url: `${apiPrefix}${target}`,
    headers: own,
    socket,
  }) as unknown as IncomingMessage;
}
