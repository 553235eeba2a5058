import { printable } from '../kernel/util/text/printable.js';
import type { ChannelMetrics, DeadLetter } from '../kernel/contract/features/outbox.js';

/** The metrics of a channel that any process knows. */
export type StoredChannel = Omit<ChannelMetrics, 'sent' | 'failed' | 'dropped'>;

/** One line for each channel. */
export function describeChannels(channels: readonly StoredChannel[]): readonly string[] {
  if (channels.length === 0) return ['There are no messages and no channels.'];
  return channels.map(({ channel, pending, oldestAgeMs, dead, isDelivered }) => {
    const age = oldestAgeMs === null ? '' : `, oldest ${Math.round(oldestAgeMs / 1000)} s`;
    const advice = isDelivered ? '' : '; no feature delivers this channel';
    return `${printable(channel)}: ${pending} waiting${age}, ${dead} dead${advice}`;
  });
}

/** Describes every dead letter in two lines. */
export function describeDeadLetters(letters: readonly DeadLetter[]): readonly string[] {
  if (letters.length === 0) return ['There are no dead letters.'];
  return letters.flatMap(({ id, channel, key, attempts, reason, diedAt }) => [
    `${id}  ${printable(channel)}  ${printable(key)}`,
    `  ${diedAt.toISOString()}, attempt ${attempts}: ${printable(reason)}`,
  ]);
}
