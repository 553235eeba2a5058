import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHistory } from './history.js';
import { HubRefusal } from './hub-refusal.js';
import type { Grants } from './hub-token.js';
import { readCredentials } from './credentials.js';
import { createMatcherCompiler, MATCH_TYPES, type Matcher, type TopicTest } from './matchers.js';
import { DEFAULT_LIMITS, type EmbeddedHubOptions } from './options.js';
import { readSubscription } from './read-subscription.js';
import { readForm, readUpdate, type Update } from './read-update.js';
import { createSubscribers, reaches } from './subscribers.js';

export interface EmbeddedHub {
  /** Path of the hub, and of its metadata document (RFC 9728). */
  readonly paths: readonly [hub: string, metadata: string];
  /** Answers a request to one of the two paths; false leaves any other to others. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Publishes for this process, which asks for no token. @throws HubRefusal as a request would be answered. */
  publish(form: URLSearchParams): void;
  /** Ends all streams; their clients come back to whoever serves then. */
  endStreams(): void;
  /** Ends all streams, and the heartbeat. */
  close(): void;
}

/**
 * A hub of protocol 1.0 in this process, for development and tests (realtime.md section 3). Its state is in memory, so
 * it serves one process only.
 */
export function createEmbeddedHub(options: EmbeddedHubOptions): EmbeddedHub {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { origin, pathname, href } = new URL(options.publicUrl);
  const metadataPath = `/.well-known/oauth-protected-resource${pathname}`;
  const history = createHistory(limits);
  const subscribers = createSubscribers(limits);
  const compiler = createMatcherCompiler(href);

  const publish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const grants = readCredentials(request, options) ?? refuseUnknown();
    const granted = compileGrants(grants.publish);
    const form = await readForm(request, limits.bodyBytes);
    const update = readUpdate(form, href, (topics) => {
      if (topics.every((topic) => granted([topic]))) return;
      throw new HubRefusal(403, 'The token does not grant to publish every topic.', 'insufficient_scope');
    });
    spread(update);
    answer(response, 200, update.id);
  };

  const spread = (update: Update): void => {
    history.add(update);
    subscribers.send(update);
  };

  const subscribe = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void => {
    const grants = readCredentials(request, options);
    if (grants === undefined && !options.anonymous) refuseUnknown();
    const { matchers, cursor } = readSubscription(query, request);
    const audience = { asked: compileAsked(matchers), granted: compileGrants(grants?.subscribe ?? []) };
    if (subscribers.size >= limits.subscribers) throw new HubRefusal(429, 'There are too many subscribers.');
    const replay = cursor === undefined ? undefined : history.after(cursor);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'private, no-cache, no-store, must-revalidate, max-age=0',
      'X-Accel-Buffering': 'no',
      ...(replay === undefined ? {} : { 'Mercure-Last-Event-ID': latin1(replay.from) }),
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    // At once, so that the browser's stream is open before anything happens.
    const missed = (replay?.updates ?? []).filter((update) => reaches(audience, update));
    response.write(Buffer.concat([Buffer.from(':\n\n'), ...missed.map(({ frame }) => frame)]));
    const key = JSON.stringify([matchers, grants?.subscribe ?? []]);
    subscribers.add({ response, key, audience, lifetimeMs: lifetimeOf(grants) });
  };

  const compileAsked = (matchers: readonly Matcher[]): TopicTest => {
    try {
      return compiler.compile(matchers);
    } catch {
      throw new HubRefusal(400, 'A pattern cannot be read.');
    }
  };

  const compileGrants = (matchers: readonly Matcher[]): TopicTest => {
    try {
      return compiler.compile(matchers);
    } catch {
      throw new HubRefusal(401, 'The access token is not valid.', 'invalid_token');
    }
  };

  const lifetimeOf = (grants: Grants | undefined): number | undefined =>
    grants === undefined ? undefined : Math.max(0, grants.expires * 1000 - options.clock.now().getTime());

  const metadata = JSON.stringify({
    resource: options.resourceIdentifier,
    authorization_servers: [options.issuer],
    bearer_methods_supported: ['header'],
    authorization_details_types_supported: ['https://mercure.rocks/authorization-detail'],
    mercure_cookie: options.cookieName,
    mercure_subscriptions: false,
    mercure_matcher_types_supported: MATCH_TYPES,
  });

  const serve = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const isMetadata = url.pathname === metadataPath;
    switch (request.method) {
      case 'OPTIONS':
        response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST');
        response.setHeader(
          'Access-Control-Allow-Headers',
          'Authorization, Cache-Control, Content-Type, Last-Event-ID',
        );
        response.writeHead(204).end();
        return;
      case 'GET':
      case 'HEAD':
        if (isMetadata) response.writeHead(200, { 'Content-Type': 'application/json' }).end(metadata);
        else subscribe(request, response, url.searchParams);
        return;
      case 'POST':
        if (!isMetadata) return publish(request, response);
        break;
      case undefined:
      default:
    }
    response.setHeader('Allow', isMetadata ? 'GET, HEAD, OPTIONS' : 'GET, HEAD, OPTIONS, POST');
    answer(response, 405, 'This method is not served here.');
  };

  const allowOrigin = (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('Vary', 'Origin');
    const asking = request.headers.origin;
    if (asking === undefined || !(asking === origin || options.allowsOrigin(asking))) return;
    response.setHeader('Access-Control-Allow-Origin', asking);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
  };

  const refuse = (response: ServerResponse, refusal: HubRefusal): void => {
    const { status, bearerError, message } = refusal;
    if (status === 401 || bearerError !== undefined) {
      const error = bearerError === undefined ? '' : `error="${bearerError}", `;
      response.setHeader('WWW-Authenticate', `Bearer ${error}resource_metadata="${origin}${metadataPath}"`);
    }
    answer(response, status, message);
  };

  return {
    paths: [pathname, metadataPath],
    async handle(request, response) {
      const target = request.url ?? '';
      const path = target.split('?', 1)[0];
      if (path !== pathname && path !== metadataPath) return false;
      allowOrigin(request, response);
      try {
        await serve(request, response, new URL(target, origin));
      } catch (error) {
        if (error instanceof HubRefusal) refuse(response, error);
        // The only other failure is a client that left in the middle of its body.
        else response.destroy();
      }
      return true;
    },
    publish: (form) => spread(readUpdate(form, href, () => undefined)),
    endStreams: () => subscribers.endStreams(),
    close: () => subscribers.close(),
  };
}

function refuseUnknown(): never {
  throw new HubRefusal(401, 'An access token is needed.');
}

function answer(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
}

/** Headers carry bytes: the UTF-8 of an id. */
function latin1(id: string): string {
  return Buffer.from(id, 'utf8').toString('latin1');
}
