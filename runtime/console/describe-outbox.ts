import { printable } from '../kernel/util/text/printable.js';
import type { ChannelMetrics, DeadLetter } from '../kernel/contract/features/outbox.js';

/** Channel metrics that are independent of the process. */
export type StoredChannel = Omit<ChannelMetrics, 'sent' | 'failed' | 'dropped'>;

/** Describes each channel in one line. */
export function describeChannels(channels: readonly StoredChannel[]): readonly string[] {
  if (channels.length === 0) return ['The outbox has no messages and no channels.'];
  return channels.map(({ channel, pending, oldestAgeMs, dead, isDelivered }) => {
    const age = oldestAgeMs === null ? '' : `, oldest ${Math.round(oldestAgeMs / 1000)} s`;
    const advice = isDelivered ? '' : '; no feature delivers this channel';
    return `${printable(channel)}: ${pending} waiting${age}, ${dead} dead${advice}`;
  });
}

/** Describes every dead letter in two lines. */
export function describeDeadLetters(letters: readonly DeadLetter[]): readonly string[] {
  if (letters.length === 0) return ['The outbox has no dead letters.'];
  return letters.flatMap(({ id, channel, key, attempts, reason, diedAt }) => [
    `${id}  ${printable(channel)}  ${printable(key)}`,
    `  ${diedAt.toISOString()}, attempt ${attempts}: ${printable(reason)}`,
  ]);
}
