import type { RequestListener } from 'node:http';
import type { AppConfig } from '../../config/app-config.js';
import { actorAt } from '../../kernel/authorization/acting-token.js';
import type { Compression } from '../../kernel/contract/http/compression.js';
import type {
  ApiRequest,
  ApiResponse,
  Authenticator,
  Endpoint,
  HttpMethod,
  Revealer,
} from '../../kernel/contract/http/http.js';
import type { HttpHooks, HttpTools, SeeAnswer } from '../../kernel/contract/http/http-hooks.js';
import type { RefusalHeaders } from '../../kernel/contract/records/operations.js';
import type { AnswerPart } from '../../kernel/contract/http/request-part.js';
import { AppError } from '../../kernel/errors/app-error.js';
import { kernelErrors, notFound } from '../../kernel/errors/catalog.js';
import { DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import { createAccessControl } from './access-control.js';
import { createAnswerPart } from './answer-part.js';
import { createApiRequest, type MatchedTarget, type RequestParts } from './api-request.js';
import { createIdentifyCaller, type IdentifyCaller } from './caller.js';
import { answersRead, createCacheControl } from './cache-headers.js';
import { createPathSuggestion } from './path-suggestion.js';
import { createDispatchTable } from './dispatch-table.js';
import { type CompiledEndpoint, type Exchange, type ExchangeDeps, isRead, openExchange } from './exchange.js';
import { leadToDocs } from './lead-to-docs.js';
import { assertContentType, negotiateType, notAcceptable } from './negotiation.js';
import { observeRequest } from './observed-request.js';
import { createEncodingOf } from './compression/encoding-of.js';
import type { OriginPolicy } from './origin-policy.js';
import { buildProblem } from './problem-details.js';
import { createRefusals } from './refusals.js';
import { createReadAnywhere, type ReplicaReadsDeps } from './replica-reads.js';
import { createRequestLimits } from './request-limits.js';
import { parseRequestTarget, pathBelowPrefix } from './request-target.js';
import { allowHeader, buildStaticHeaders, declaredMethods, type HeaderFacts } from './response-headers.js';
import { sendAnswer } from './send-answer.js';
import { asRequested, buildWireAnswer, type WireAnswerDeps } from './wire-answer.js';
import { JSON_LD, JSON_TYPE, RESOURCE_TYPES } from '../../kernel/contract/http/media-types.js';
import { earliest } from '../../kernel/util/dates/earliest.js';
import { RequestAborted } from '../../kernel/endpoints/request-body.js';

export interface ApiHandlerDeps
  extends ExchangeDeps, Pick<HeaderFacts, 'links' | 'vary'>, Pick<ReplicaReadsDeps, 'replica'> {
  readonly config: Pick<
    AppConfig,
    | 'apiPrefix'
    | 'environment'
    | 'server'
    | 'cacheHeaders'
    | 'hydraPrefix'
    | 'bodyLimits'
    | 'accessControl'
    | 'limits'
  >;
  readonly endpoints: readonly Endpoint[];
  readonly authenticator: Authenticator;
  readonly revealer?: Revealer | undefined;
  readonly origins: OriginPolicy;
  /** Headers that features add to error responses. */
  readonly refusalHeaders?: RefusalHeaders;
  readonly hooks: readonly HttpHooks[];
  readonly addressOf: RequestParts['addressOf'];
  /** Without it, no caller is an editor. */
  readonly isEditor?: RequestParts['isEditor'] | undefined;
  readonly negotiate: HttpTools['negotiate'];
  /** Absent if responses are never compressed. */
  readonly compression?: Compression | undefined;
  /** Called with the function that processes parts of a batch. */
  readonly takeAnswerPart?: (answerPart: AnswerPart) => void;
}

/** Creates the handler of all API URLs: it finds the endpoint in the dispatch table and runs the pipeline. */
export function createApiHandler(deps: ApiHandlerDeps): RequestListener {
  const resolve = createResolver(deps);
  const identify = createIdentifyCaller(deps.authenticator, deps.revealer);
  const guard = createGuard(deps, identify);
  const { apiPrefix, bodyLimits: limits } = deps.config;
  const { addressOf, isEditor = () => false } = deps;
  const perform = createPerform(deps.hooks);
  const marked = createRefusals({ apiPrefix, refusalHeaders: deps.refusalHeaders, identify });
  const wire = wireDeps(deps);
  const readAnywhere = createReadAnywhere(deps);
  deps.takeAnswerPart?.(
    createAnswerPart({
      ...{ apiPrefix, limits, addressOf, isEditor, resolve, guard, messages: deps.messages },
      build: (exchange, response) => buildWireAnswer(exchange, response, wire),
      toProblem: (exchange, error) => toProblemResponse(exchange, error, deps.config),
    }),
  );
  const handle = async (exchange: Exchange): Promise<ApiResponse> => {
    const welcome = leadToDocs(exchange, apiPrefix);
    if (welcome !== undefined) return welcome;
    const target = resolve(exchange);
    if (target === undefined) {
      await identify(exchange);
      return { status: 204, cache: 'none' };
    }
    await guard(exchange, target);
    const { endpoint } = exchange.entry ?? {};
    if (endpoint === undefined) throw notFound();
    return readAnywhere(exchange, (replica) =>
      perform(endpoint, createApiRequest(exchange, target, { limits, addressOf, replica, isEditor })),
    );
  };
  const { statements, compression } = deps;
  const encodingOf = createEncodingOf(deps);
  const cut = createCut(deps.hooks);
  const answer = async (exchange: Exchange, response: ApiResponse, see?: SeeAnswer): Promise<void> => {
    const shown = cut(exchange, await marked(exchange, response));
    const built = buildWireAnswer(exchange, shown, wire);
    const seen = see === undefined ? built : await see(built, shown);
    const encoding = encodingOf(exchange, seen);
    const requested = asRequested(exchange, seen, encoding);
    const isWhole = encoding !== undefined && requested === seen;
    const encoded = isWhole ? await compression?.codeAnswer(seen, encoding) : undefined;
    await sendAnswer(exchange, encoded ?? requested);
  };
  const refuse = async (exchange: Exchange, error: unknown): Promise<void> => {
    try {
      await answer(exchange, toProblemResponse(exchange, error, deps.config));
    } catch (err) {
      exchange.log.error({ msg: 'failed to send a response', err });
      exchange.response.destroy();
    }
  };
  const compute = async (exchange: Exchange, see?: SeeAnswer): Promise<void> => {
    try {
      await answer(exchange, await handle(exchange), see);
    } catch (error) {
      // The timeout was reported when the request was abandoned.
      if (error !== exchange.overdue) await refuse(exchange, error);
    }
  };
  const serve = deps.hooks.reduceRight(around, compute);
  const limited = createRequestLimits({ ...deps.config, refuse });
  return (request, response) => {
    const exchange = openExchange(request, response, deps);
    const work = (): Promise<void> =>
      limited(exchange, () => serve(exchange)).catch((error: unknown) => refuse(exchange, error));
    void observeRequest(exchange, false, () =>
      statements === undefined ? work() : statements.count(exchange.statements, work),
    );
  };
}

/** Limits the lifetime of reads to the next scheduled change known to a feature (core.md section 1.7). */
function createCut(hooks: readonly HttpHooks[]): (exchange: Exchange, response: ApiResponse) => ApiResponse {
  const moments = hooks.flatMap((hook) => hook.changesAt?.bind(hook) ?? []);
  return (exchange, response) => {
    if (!isRead(exchange) || !answersRead(response.status)) return response;
    const moment = moments.map((changesAt) => changesAt()).reduce(earliest, response.expiresAt);
    return moment === undefined || moment === response.expiresAt
      ? response
      : { ...response, expiresAt: moment };
  };
}

type Perform = (endpoint: Endpoint, request: ApiRequest) => Promise<ApiResponse>;

/** Runs an endpoint behind the `perform` hooks. */
function createPerform(hooks: readonly HttpHooks[]): Perform {
  const answer: Perform = (endpoint, request) => endpoint.handle(request);
  const behindHooks = hooks
    .flatMap((hook) => hook.perform?.bind(hook) ?? [])
    .reduceRight<Perform>(
      (next, hook) => (endpoint, request) => hook(endpoint, request, (given) => next(endpoint, given)),
      answer,
    );
  return (endpoint, request) => {
    const isKnown = endpoint.authentication !== 'none' && endpoint.authentication !== 'own';
    return (isKnown ? behindHooks : answer)(endpoint, request);
  };
}

type Compute = (exchange: Exchange, see?: SeeAnswer) => Promise<void>;

/** Wraps the computation of responses in a hook. */
function around(compute: Compute, hook: HttpHooks): Compute {
  const answer = hook.answer?.bind(hook);
  if (answer === undefined) return compute;
  return (exchange, outer) => answer(exchange, (see) => compute(exchange, both(see, outer)));
}

function both(first: SeeAnswer | undefined, second: SeeAnswer | undefined): SeeAnswer | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return async (answer, response) => second(await first(answer, response), response);
}

/** Converts an error to a response, and logs failures that need attention once. */
function toProblemResponse(
  exchange: Exchange,
  error: unknown,
  config: ApiHandlerDeps['config'],
): ApiResponse {
  exchange.errorCode = error instanceof AppError ? error.code : kernelErrors.internal.code;
  if (error instanceof AppError && error.isBare)
    return { status: error.status, headers: error.headers, cache: 'none' };
  const problem = buildProblem(error, exchange.mediaType, {
    ...config,
    requestId: exchange.id,
    translate: exchange.messages.translate,
  });
  if (error instanceof RequestAborted) exchange.response.destroy();
  else if (problem.status >= 500) reportFailure(exchange, error);
  const { status, headers, contentType, body } = problem;
  return { status, headers, contentType, content: JSON.stringify(body), cache: 'none' };
}

function reportFailure({ log, pattern, overdue }: Exchange, err: unknown): void {
  if (err instanceof AppError && err.code === OVERLOADED) return; // The request line is logged anyway.
  if (overdue !== undefined && err === overdue) return log.warn({ msg: 'request timed out', pattern });
  const { kind } = err instanceof DatabaseUnavailable ? err : {};
  // Outages are logged once for all requests, and for contention the stack is irrelevant.
  if (kind === 'busy') log.warn({ msg: 'request timed out waiting for database locks', pattern });
  else if (kind === 'timeout') log.warn({ msg: 'request timed out in a database statement', pattern });
  else if (kind === undefined) log.error({ msg: 'request failed', pattern, err });
}

const OVERLOADED = kernelErrors.overloaded().code;

function wireDeps(deps: ApiHandlerDeps): WireAnswerDeps {
  return {
    cacheControl: createCacheControl(deps.config),
    etag: deps.config.cacheHeaders.etag,
    hooks: deps.hooks.filter(({ addHeaders }) => addHeaders !== undefined),
    compression: deps.compression,
    fallback: buildStaticHeaders([], deps),
  };
}

/** Finds the endpoint and the media type; undefined for an OPTIONS request, which needs no endpoint. */
function createResolver(deps: ApiHandlerDeps): (exchange: Exchange) => MatchedTarget | undefined {
  const table = createDispatchTable(deps.endpoints, (endpoint, siblings): CompiledEndpoint => ({
    endpoint,
    headers: buildStaticHeaders(siblings, deps),
    provides: endpoint.produces ?? RESOURCE_TYPES,
  }));
  const suggestPath = createPathSuggestion(deps);
  return (exchange) => {
    const { request } = exchange;
    const target = parseRequestTarget(request.url ?? '/');
    const path = pathBelowPrefix(target.fullPath, deps.config.apiPrefix);
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const match = path === undefined ? undefined : table.find(path);
    const entry = match?.template.entries.get(method);
    if (match === undefined || entry === undefined) {
      const methods = [...(match?.template.entries.keys() ?? [])];
      if (method === 'OPTIONS' && (methods.length > 0 || isPreflight(exchange))) {
        if (methods.length > 0) exchange.response.setHeader('Allow', allowHeader(methods));
        return undefined;
      }
      const line = `${request.method} ${deps.config.server.publicUrl}${target.fullPath}`;
      throw unmatched(line, methods, path === undefined ? undefined : suggestPath(path));
    }
    exchange.entry = entry;
    exchange.pattern = match.template.pattern;
    if (match.extension !== undefined) {
      exchange.mediaType = typeOfExtension(match.extension, entry.provides);
      exchange.hasExtension = true;
    }
    const { parameters } = match;
    // The table contains declared methods only, which are of type HttpMethod.
    return { method: method as HttpMethod, path: match.path, parameters, queryString: target.queryString };
  };
}

const isPreflight = ({ request }: Exchange): boolean =>
  request.headers['access-control-request-method'] !== undefined && request.headers.origin !== undefined;

function unmatched(request: string, methods: readonly string[], suggestion: string | undefined): AppError {
  const line = request.slice(0, 2000);
  if (methods.length === 0) {
    const advice = suggestion === undefined ? '' : `. Did you mean ${suggestion}?`;
    return notFound(`No route found for "${line}"${advice}`);
  }
  const allowed = declaredMethods(methods).join(', ');
  return kernelErrors.methodNotAllowed(
    `No route found for "${line}": Method Not Allowed (Allow: ${allowed})`,
    allowHeader(methods),
  );
}

const EXTENSION_TYPES: ReadonlyMap<string, string> = new Map([
  ['jsonld', JSON_LD],
  ['json', JSON_TYPE],
  ['html', 'text/html'],
  ['jsonopenapi', 'application/vnd.openapi+json'],
]);

function typeOfExtension(extension: string, provides: readonly string[]): string {
  const type = EXTENSION_TYPES.get(extension);
  if (type === undefined || !provides.includes(type))
    throw notFound(`Format "${extension}" is not supported`);
  return type;
}

/** Checks authentication, access, origin and content negotiation, in this order. */
function createGuard(
  deps: ApiHandlerDeps,
  identify: IdentifyCaller,
): (exchange: Exchange, target: MatchedTarget) => Promise<void> {
  const accessControl = createAccessControl(deps.config.accessControl);
  return async (exchange, { method, path }) => {
    const { request, entry } = exchange;
    if (entry === undefined) return;
    const { authentication } = entry.endpoint;
    if (authentication === 'own') deps.origins.assertOwnSite(request.headers);
    else if (authentication !== 'none') {
      const isPublic = accessControl.isPublic({ method, path });
      const outage = await identify(exchange, isPublic).catch(toleratedOutage(entry.endpoint));
      exchange.actor = actorAt(entry.endpoint, exchange.actor);
      const { actor } = exchange;
      if (outage === undefined) accessControl.assertAllowed({ method, path, actor });
      else assertPublic(outage, () => accessControl.assertAllowed({ method, path, actor }));
      if (method !== 'GET') deps.origins.assertWriteAllowed(request.headers, actor);
    }
    negotiate(exchange, entry);
  };
}

/** Tolerates an outage for public endpoints, where the caller need not be authenticated. */
function toleratedOutage({ withoutDatabase }: Endpoint): (error: unknown) => DatabaseUnavailable {
  return (error) => {
    if (withoutDatabase === true && error instanceof DatabaseUnavailable) return error;
    throw error;
  };
}

/** Rethrows the outage unless the request is public, because the caller is unknown. */
function assertPublic(outage: DatabaseUnavailable, assertAllowed: () => void): void {
  try {
    assertAllowed();
  } catch {
    throw outage;
  }
}

/**
 * Negotiates the response type, and checks the type of streamed bodies. JSON bodies are checked when they are
 * read, after the item was found and authorized.
 */
function negotiate(exchange: Exchange, { endpoint, provides }: CompiledEndpoint): void {
  const { headers } = exchange.request;
  if (endpoint.accepts !== undefined && !endpoint.accepts.some((type) => type.endsWith('json'))) {
    assertContentType(headers, endpoint.accepts);
  }
  if (provides.includes('*/*') || exchange.hasExtension) return;
  const type = negotiateType(headers.accept, provides);
  if (type === undefined) throw notAcceptable(headers.accept ?? '');
  exchange.mediaType = type;
}
