import { printable } from '../kernel/util/text/printable.js';
import type { ChannelMetrics, DeadLetter } from '../kernel/contract/features/outbox.js';

/** Metrics of a channel that do not depend on the process. */
export type StoredChannel = Omit<ChannelMetrics, 'sent' | 'failed' | 'dropped'>;

/** Formats one line per channel. */
export function describeChannels(channels: readonly StoredChannel[]): readonly string[] {
  if (channels.length === 0) return ['There are no messages and no channels.'];
  return channels.map(({ channel, pending, oldestAgeMs, dead, isDelivered }) => {
    const age = oldestAgeMs === null ? '' : `, oldest ${Math.round(oldestAgeMs / 1000)} s`;
    const advice = isDelivered ? '' : '; no feature delivers this channel';
    return `${printable(channel)}: ${pending} waiting${age}, ${dead} dead${advice}`;
  });
}

/** Formats two lines per dead letter. */
export function describeDeadLetters(letters: readonly DeadLetter[]): readonly string[] {
  if (letters.length === 0) return ['There are no dead letters.'];
  return letters.flatMap(({ id, channel, key, attempts, reason, diedAt }) => [
    `${id}  ${printable(channel)}  ${printable(key)}`,
    `  ${diedAt.toISOString()}, attempt ${attempts}: ${printable(reason)}`,
  ]);
}
