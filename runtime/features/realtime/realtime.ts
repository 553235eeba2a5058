import type { Mount } from '../../kernel/contract/mount.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { Logger } from '../../kernel/ports/logger.js';
import type { ExpressionGate } from '../../kernel/serializer/field-access.js';
import { createHiddenReader, type HiddenReaders } from './hidden-readers.js';
import { createHubMount, type HubMount } from './hub/index.js';
import type { Hub } from './hub-settings.js';
import { DRAFT, type OriginConfig, patternBase, PUBLISHED } from './origin-patterns.js';
import { createHubClient, type Publish } from './publisher/hub-client.js';
import { publishEmbedded } from './publisher/publish-embedded.js';
import { checkHub } from './self-check.js';
import { createSubscriberPatterns } from './subscribers/subscriber-patterns.js';
import { assertCookieFits, createSubscribers, type Subscribers } from './subscribers/subscribers.js';

/** The hub as the service uses it: what browsers are told of it, and the way to it. */
export interface Realtime extends Subscribers {
  /** What clients find in `Link` (realtime.md section 1.6). */
  readonly link: string;
  /** Decides who may read what visitors may not. */
  readonly readers: HiddenReaders;
  readonly publish: Publish;
  /** The embedded hub, where it is the one. */
  readonly mounts: readonly Mount[];
  /** Looks at the hub once, and logs what does not fit. */
  start(): void;
  /** Ends the streams of the embedded hub. */
  endStreams(): void;
  close(): void;
}

export interface RealtimeDeps {
  readonly config: OriginConfig;
  /** Decides who sees drafts. */
  readonly permission: string;
  /** Life of session tokens in seconds. */
  readonly tokenTtl: number;
  readonly hub: Hub;
  readonly registry: ResourceRegistry;
  readonly gate: ExpressionGate;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether pages of another origin may subscribe. */
  readonly allowsOrigin: (origin: string) => boolean;
}

/** Only administrators receive updates of records, whatever the rule for drafts is (contract decision 104). */
const ADMINISTRATORS = "is_granted('ROLE_ADMIN')";

/** @throws ConfigError where the cookie of subscribers would be too large. */
export function createRealtime({ hub, ...deps }: RealtimeDeps): Realtime {
  const { config, permission, tokenTtl, registry, gate, clock, log } = deps;
  const readers: HiddenReaders = {
    drafts: createHiddenReader(permission, gate),
    records: createHiddenReader(ADMINISTRATORS, gate),
  };
  const patternsFor = createSubscriberPatterns({
    config,
    registry,
    gate,
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
      ? wayToEmbedded(createHubMount({ ...deps, hub }))
      : wayTo(hub, { ...deps, url: hub.url })),
    start() {
      if (readers.drafts.least.length === 0)
        log.warn({
          msg: 'no role alone passes publishable.permission, so drafts are not pushed to subscribers',
        });
      if (hub.url !== null) void checkHub(hub, hub.url, log);
    },
  };
}

type Way = Pick<Realtime, 'publish' | 'mounts' | 'endStreams' | 'close'>;

function wayToEmbedded({ mount, ...hub }: HubMount): Way {
  return { ...hub, publish: publishEmbedded(hub.publish), mounts: [mount] };
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
  const topics = registry.all.flatMap(({ broadcast }) => broadcast?.topics ?? []);
  return {
    publish: createHubClient({
      hub,
      url,
      clock,
      grant: { patterns: [base + PUBLISHED, base + DRAFT], topics: [...new Set(topics)] },
    }),
    mounts: [],
    endStreams: NOTHING,
    close: NOTHING,
  };
}

const NOTHING = (): void => undefined;
