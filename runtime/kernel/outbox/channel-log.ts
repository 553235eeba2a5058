import { DatabaseUnavailable } from '../errors/database-unavailable.js';
import type { Logger } from '../ports/logger.js';
import type { Settlement } from './claim-rows.js';
import type { Swept } from './sweep.js';

/** Logs the state of a channel for operators: each change once, however often it is met. */
export interface ChannelLog {
  settled(outcome: Settlement, ids: readonly string[]): void;
  swept(swept: Swept): void;
  tookOver(): void;
  /** Messages could not be read or written; an outage of the database is logged by itself. */
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
          if (state !== 'well') log.info({ msg: 'messages are delivered again', channel });
          state = 'well';
          return;
        case 'retry':
          if (state === 'well') {
            log.warn({ msg: 'a delivery failed and is tried again', channel, reason: outcome.reason });
            state = 'failing';
          }
          return;
        case 'pause':
          if (state !== 'paused')
            log.error({
              msg: 'a channel refuses all messages; they wait and are tried again',
              channel,
              reason: outcome.reason,
            });
          state = 'paused';
          return;
        case 'dead':
          log.error({
            msg: 'messages can never be sent and are kept aside; `cms outbox --dead` lists them',
            channel,
            ids,
            reason: outcome.reason,
          });
      }
    },
    swept({ expired, surplus }) {
      if (expired > 0)
        log.warn({ msg: 'messages that could not be sent in time are dropped', channel, expired });
      if (surplus > 0 && !isFull)
        log.error({ msg: 'more messages wait than are kept; the oldest are dropped', channel, limit });
      isFull = surplus > 0;
    },
    tookOver() {
      log.warn({ msg: 'took over messages of a process that no longer sends them', channel });
    },
    failed(err) {
      if (!(err instanceof DatabaseUnavailable))
        log.error({ msg: 'messages could not be looked after', channel, err });
    },
  };
}
