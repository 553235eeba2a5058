import type { JsonValue } from '../../kernel/contract/json.js';
import type { Question } from '../../kernel/contract/workers.js';

/** Messages from a worker to the primary process. */
export type FromWorker =
  /** The worker is ready and waits for `listen`. */
  | { readonly kind: 'opened' }
  /** The worker listens. */
  | { readonly kind: 'serving' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'join' }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'reply'; readonly id: number; readonly body: JsonValue };

/** Messages from the primary process to a worker. */
export type FromPrimary =
  | { readonly kind: 'listen' }
  /** Requests the worker to finish open requests and exit. */
  | { readonly kind: 'stop' }
  /** Requests `alive`. */
  | { readonly kind: 'ping' }
  /** Message of another worker. Without an id, no reply is expected. */
  | {
      readonly kind: 'question';
      readonly id: number | null;
      readonly topic: string;
      readonly body: JsonValue;
    }
  /** Replies to the `ask` with this id. */
  | { readonly kind: 'replies'; readonly id: number; readonly bodies: readonly JsonValue[] };

/** Environment variable with the number of a worker, from 1. */
export const WORKER_VARIABLE = 'CMS_WORKER_NUMBER';
