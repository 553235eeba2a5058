import { ConfigError } from '../errors/config-error.js';
import type { OutboxChannel } from '../contract/features/outbox.js';
import type { Feature, Service } from '../feature.js';

/** A channel with all settings. */
export type SetChannel = Required<OutboxChannel>;

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const LONGEST_NAME = 100;
const DEFAULTS = {
  concurrency: 4,
  batchSize: 1,
  timeoutMs: 5000,
  leaseMs: 30_000,
  expiryMs: 900_000,
  limit: 10_000,
  backoff: { firstMs: 500, longestMs: 60_000, probeMs: 5000 },
  deadAfterMs: Infinity,
  deadLimit: 1000,
  targetOf: () => '',
  targetConcurrency: Infinity,
};

/**
 * Returns the channels of all features with defaults.
 * @throws ConfigError if a name is invalid or used twice.
 */
export function compileChannels(features: readonly Feature[], service: Service): readonly SetChannel[] {
  const declared = features.flatMap((feature) =>
    (feature.channels?.(service) ?? []).map((channel) => ({ feature: feature.name, channel })),
  );
  const problems = declared.flatMap(({ feature, channel: { name } }, index) => {
    const key = `features.${feature}.channels.${name}`;
    if (!NAME.test(name) || name.length > LONGEST_NAME)
      return [
        { key, problem: 'is not a valid channel name', advice: 'use lower-case words joined by hyphens' },
      ];
    if (declared.findIndex(({ channel }) => channel.name === name) === index) return [];
    return [{ key, problem: 'is not unique', advice: 'use another channel name' }];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return declared.map(({ channel }) => ({
    ...DEFAULTS,
    ...channel,
    deliver: (messages, signal, isLate) => channel.deliver(messages, signal, isLate),
  }));
}
