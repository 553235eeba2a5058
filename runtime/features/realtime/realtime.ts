import type { Metric } from '../../kernel/contract/features/metrics.js';
import type { Mount } from '../../kernel/contract/http/mount.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { Logger } from '../../kernel/ports/logger.js';
import type { Workers } from '../../kernel/contract/workers.js';
import { createHiddenReader, type HiddenReaders } from './hidden-readers.js';
import { broadcastOf } from './broadcast.js';
import type { Hub } from './hub-settings.js';
import { type HubMount, HubRefusal } from './hub/index.js';
import { DRAFT, type OriginConfig, patternBase, PUBLISHED } from './origin-patterns.js';
import { createHubClient, outcomeOf, type Publish } from './publisher/hub-client.js';
import { formOf } from './publisher/publication.js';
import { openEmbeddedHub } from './shared-hub.js';
import { createSubscriberPatterns } from './subscribers/subscriber-patterns.js';
import { assertCookieFits, createSubscribers, type Subscribers } from './subscribers/subscribers.js';

const TIMEOUT_MS = 5_000;
type Metadata = Readonly<Record<string, unknown>>;

const print = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** The hub as the service uses it: what browsers need to subscribe, and the publisher. */
export interface Realtime extends Subscribers {
  /** `Link` header that leads clients to the hub (realtime.md section 1.6). */
  readonly link: string;
  /** Decides who may read hidden content. */
  readonly readers: HiddenReaders;
  readonly publish: Publish;
  /** Mount of the embedded hub, if it is used. */
  readonly mounts: readonly Mount[];
  readonly metrics: readonly Metric[];
  /** Checks the hub once and logs mismatches. */
  start(): void;
  close(): void;
}

export interface RealtimeDeps extends Pick<Kernel, 'registry' | 'guard' | 'clock' | 'log'> {
  readonly config: OriginConfig;
  /** Expression that decides who sees drafts. */
  readonly permission: string;
  /** Lifetime of session tokens in seconds. */
  readonly tokenTtl: number;
  readonly hub: Hub;
  /** Workers that share the embedded hub. */
  readonly workers: Workers | undefined;
  /** Returns whether pages of another origin may subscribe. */
  readonly allowsOrigin: (origin: string) => boolean;
}

/** Only administrators receive updates of records, regardless of the rule for drafts (contract decision 104). */
const ADMINISTRATORS = "is_granted('ROLE_ADMIN')";

/** @throws ConfigError if the cookie of subscribers would be too large */
export function createRealtime({ hub, workers, ...deps }: RealtimeDeps): Realtime {
  const { config, permission, tokenTtl, registry, guard, clock, log } = deps;
  const readers: HiddenReaders = {
    drafts: createHiddenReader(permission, guard),
    records: createHiddenReader(ADMINISTRATORS, guard),
  };
  const patternsFor = createSubscriberPatterns({
    config,
    registry,
    guard,
    readers,
    isByType: hub.secureSubscriptions,
  });
  const subscribers = createSubscribers({ config, tokenTtl, hub, patternsFor, clock });
  for (const reader of [...readers.drafts.least, ...readers.records.least])
    assertCookieFits(subscribers, reader, registry);
  return {
    ...subscribers,
    link: hub.publicUrl,
    readers,
    ...(hub.url === null
      ? wayToEmbedded(openEmbeddedHub({ ...deps, hub }, workers))
      : wayTo(hub, { ...deps, url: hub.url })),
    start() {
      if (readers.drafts.least.length === 0)
        log.warn({
          msg: 'no single role satisfies publishable.permission; drafts are not pushed to subscribers',
        });
      if (hub.url !== null) void checkHub(hub, hub.url, log);
    },
  };
}

type Way = Pick<Realtime, 'publish' | 'mounts' | 'metrics' | 'close'>;

function wayToEmbedded({ mount, publish, close, subscribers }: HubMount): Way {
  const measure: Metric = {
    name: 'hub_subscribers',
    help: 'Open streams of the embedded hub; another hub has metrics of its own.',
    kind: 'gauge',
    read: () => [{ value: subscribers() }],
  };
  return { close, publish: publishEmbedded(publish), mounts: [mount], metrics: [measure] };
}

function wayTo(
  hub: Hub,
  {
    config,
    registry,
    clock,
    url,
  }: Pick<RealtimeDeps, 'config' | 'registry' | 'clock'> & { readonly url: string },
): Way {
  const base = `${patternBase(config)}/*`;
  const topics = registry.all.flatMap((resource) => broadcastOf(resource)?.topics ?? []);
  return {
    publish: createHubClient({
      hub,
      url,
      clock,
      grant: { patterns: [base + PUBLISHED, base + DRAFT], topics: [...new Set(topics)] },
    }),
    mounts: [],
    metrics: [],
    close: () => undefined,
  };
}

/** Publishes in this process. The next update waits until this one was sent to all subscribers. */
function publishEmbedded(publish: (form: URLSearchParams) => Promise<void>): Publish {
  return async (update) => {
    try {
      await publish(formOf(update));
      return outcomeOf(200);
    } catch (error) {
      if (error instanceof HubRefusal) return outcomeOf(error.status);
      throw error;
    }
  };
}

/**
 * Compares the hub's metadata (RFC 9728) with the configuration and logs mismatches, which would cause refused tokens
 * or unread cookies (realtime.md section 1.6). An unavailable hub does not stop the service.
 * @param url URL at which this service reaches the hub
 */
async function checkHub(hub: Hub, url: string, log: Logger): Promise<void> {
  const metadata = await readMetadata(url);
  const problems = typeof metadata === 'string' ? [metadata] : mismatches(metadata, hub);
  for (const msg of problems) log.warn({ msg });
}

function mismatches(metadata: Metadata, { jwt, cookieName }: Hub): readonly string[] {
  const { resource, mercure_cookie: cookie, authorization_servers: issuers } = metadata;
  const problems: string[] = [];
  if (resource !== jwt.aud) {
    problems.push(
      `the hub has the resource identifier ${print(resource)}, but tokens have the audience ${print(jwt.aud)}; set resource_identifier of the hub to mercure.jwt.aud`,
    );
  }
  if (Array.isArray(issuers) && !issuers.includes(jwt.iss)) {
    problems.push(
      `the hub accepts the issuers ${print(issuers)}, but tokens have the issuer ${print(jwt.iss)}; set issuer of the hub to mercure.jwt.iss`,
    );
  }
  if (cookie !== undefined && cookie !== cookieName) {
    problems.push(
      `the hub reads the cookie ${print(cookie)}, but the service sets ${print(cookieName)}; set cookie_name of the hub to mercure.cookie_name`,
    );
  }
  return problems;
}

/** Returns the hub's metadata, or the reason why it could not be read. */
async function readMetadata(url: string): Promise<Metadata | string> {
  const { origin, pathname } = new URL(url);
  const address = `${origin}/.well-known/oauth-protected-resource${pathname}`;
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = response.ok ? await response.json() : await response.body?.cancel();
    if (typeof body === 'object' && body !== null) return body as Metadata;
    return `the hub returned status ${response.status} for its metadata; check that it implements protocol 1.0`;
  } catch {
    return 'the hub is not reachable; updates are queued until it is';
  }
}
