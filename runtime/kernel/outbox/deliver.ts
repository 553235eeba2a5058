import type { DeliveryOutcome, PendingMessage } from '../contract/outbox.js';
import type { SetChannel } from './compile-channels.js';

/**
 * One delivery, which ends in time whatever the channel does: what it throws, and its silence, are reasons to try again.
 * @param stopped aborted with a sentence that says why
 */
export async function deliver(
  channel: Pick<SetChannel, 'deliver' | 'timeoutMs'>,
  messages: readonly PendingMessage[],
  stopped: AbortSignal,
): Promise<DeliveryOutcome> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), channel.timeoutMs);
  const signal = AbortSignal.any([late.signal, stopped]);
  const silence = new Promise<DeliveryOutcome>((resolve) => {
    const end = (): void =>
      resolve({
        kind: 'retry',
        reason: late.signal.aborted ? `no answer within ${channel.timeoutMs} ms` : String(stopped.reason),
      });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([attempt(), silence]);
  } finally {
    clearTimeout(timer);
  }

  async function attempt(): Promise<DeliveryOutcome> {
    try {
      return await channel.deliver(messages, signal);
    } catch (error) {
      return { kind: 'retry', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
