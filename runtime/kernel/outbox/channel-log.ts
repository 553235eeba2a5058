import { DatabaseUnavailable } from '../errors/database-unavailable.js';
import type { Logger } from '../ports/logger.js';
import type { Settlement } from './claim-rows.js';
import type { Swept } from './sweep.js';

/** Logs state changes of a channel for operators, each change once. */
export interface ChannelLog {
  settled(outcome: Settlement, ids: readonly string[]): void;
  swept(swept: Swept): void;
  tookOver(): void;
  /** Logs a failure to read or write messages. Database outages are logged elsewhere. */
  failed(error: unknown): void;
}

export function createChannelLog(
  log: Logger,
  { name: channel, limit }: { readonly name: string; readonly limit: number },
): ChannelLog {
  let state: 'well' | 'failing' | 'paused' = 'well';
  let isFull = false;
  return {
    settled(outcome, ids) {
      switch (outcome.kind) {
        case 'release':
          return;
        case 'sent':
          if (state !== 'well') log.info({ msg: 'delivery resumed', channel });
          state = 'well';
          return;
        case 'retry':
          if (state === 'well') {
            log.warn({ msg: 'delivery failed; retrying', channel, reason: outcome.reason });
            state = 'failing';
          }
          return;
        case 'pause':
          if (state !== 'paused')
            log.error({
              msg: 'channel rejects all messages; delivery paused',
              channel,
              reason: outcome.reason,
            });
          state = 'paused';
          return;
        case 'dead':
          log.error({
            msg: 'moved undeliverable messages to the dead letters; `cms outbox --dead` lists them',
            channel,
            ids,
            reason: outcome.reason,
          });
      }
    },
    swept({ expired, surplus }) {
      if (expired > 0) log.warn({ msg: 'dropped expired messages', channel, expired });
      if (surplus > 0 && !isFull)
        log.error({ msg: 'outbox is full; dropping the oldest messages', channel, limit });
      isFull = surplus > 0;
    },
    tookOver() {
      log.warn({ msg: 'took over the messages of a stopped process', channel });
    },
    failed(err) {
      if (!(err instanceof DatabaseUnavailable))
        log.error({ msg: 'failed to process queued messages', channel, err });
    },
  };
}
