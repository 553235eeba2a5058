import type { IncomingMessage, ServerResponse } from 'node:http';
import { readCredentials } from './credentials.js';
import { createHistory } from './history.js';
import { HubRefusal, refuseUnknown } from './hub-refusal.js';
import { createMatcherCompiler, MATCH_TYPES } from './matchers.js';
import { DEFAULT_LIMITS, type EmbeddedHubOptions } from './options.js';
import { readForm, readUpdate, type Update } from './read-update.js';
import { createSubscribe, grantedTest } from './subscribe.js';
import { createSubscribers } from './subscribers.js';
import { createWorkQueue } from './work-queue.js';

export interface EmbeddedHub {
  /** Paths of the hub and of its metadata document (RFC 9728). */
  readonly paths: readonly [hub: string, metadata: string];
  /** Handles a request to one of the two paths. Returns false for any other path. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /**
   * Publishes from this process without a token. Resolves when the update was written to every subscriber that keeps
   * up.
   * @throws HubRefusal like an HTTP request
   */
  publish(form: URLSearchParams): Promise<void>;
  /** Receives an update from `share`. Resolves when it was written to every subscriber that keeps up. */
  receive(form: string): Promise<void>;
  /** Number of open streams. */
  subscribers(): number;
  /** Ends all streams; clients reconnect to a running process. */
  endStreams(): void;
  /** Ends all streams and the heartbeat. */
  close(): void;
}

/** Limits requests that anybody can repeat to a third of the processor, shared fairly between clients. */
const REQUESTED_FOR = { sliceMs: 5, restMs: 10, isFair: true };

/**
 * Creates a hub of protocol 1.0 in this process (realtime.md section 3, ADR 44). Its state is in memory. It serves
 * one process, or several workers with one address, each of which has all updates and some of the streams (ADR 87).
 */
export function createEmbeddedHub(options: EmbeddedHubOptions): EmbeddedHub {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { origin, pathname, href } = new URL(options.publicUrl);
  const metadataPath = `/.well-known/oauth-protected-resource${pathname}`;
  const history = createHistory(limits);
  const workQueue = createWorkQueue(REQUESTED_FOR);
  const subscribers = createSubscribers({ ...limits, history, workQueue });
  const compiler = createMatcherCompiler(href);
  const subscribe = createSubscribe({ options, limits, history, workQueue, subscribers, compiler });

  const publish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const grants = readCredentials(request, options) ?? refuseUnknown();
    const granted = grantedTest(compiler, grants.publish);
    const form = await readForm(request, limits.bodyBytes);
    const update = readUpdate(form, href, (topics) => {
      if (topics.every((topic) => granted([topic]))) return;
      throw new HubRefusal(403, 'The token does not grant to publish every topic.', 'insufficient_scope');
    });
    await spread(update, form);
    answer(response, 200, update.id);
  };

  const send = (update: Update): Promise<void> => {
    history.add(update);
    return subscribers.sendNewest(update);
  };
  const spread = (update: Update, form: URLSearchParams): Promise<void> => {
    if (options.share === undefined) return send(update);
    form.set('id', update.id);
    return options.share(form.toString());
  };

  const metadata = metadataOf(options);
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
        else return subscribe(request, response, url.searchParams);
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
        // Otherwise the client disconnected while sending its body.
        else response.destroy();
      }
      return true;
    },
    publish: async (form) =>
      spread(
        readUpdate(form, href, () => undefined),
        form,
      ),
    receive: async (form) => send(readUpdate(new URLSearchParams(form), href, () => undefined)),
    subscribers: () => subscribers.size,
    endStreams: () => subscribers.endStreams(),
    close: () => subscribers.close(),
  };
}

/** Returns the metadata document of the hub (RFC 9728). */
function metadataOf({
  resourceIdentifier,
  issuer,
  cookieName,
}: Pick<EmbeddedHubOptions, 'resourceIdentifier' | 'issuer' | 'cookieName'>): string {
  return JSON.stringify({
    resource: resourceIdentifier,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    authorization_details_types_supported: ['https://mercure.rocks/authorization-detail'],
    mercure_cookie: cookieName,
    mercure_subscriptions: false,
    mercure_matcher_types_supported: MATCH_TYPES,
  });
}

function answer(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
}
