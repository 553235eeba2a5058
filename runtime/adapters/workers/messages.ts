import type { JsonValue } from '../../kernel/contract/json.js';
import type { Question } from '../../kernel/ports/workers.js';

/** What a worker sends to the primary process. */
export type FromWorker =
  /** It could serve, and waits for `listen`. */
  | { readonly kind: 'opened' }
  /** It listens. */
  | { readonly kind: 'serving' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'join' }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'reply'; readonly id: number; readonly body: JsonValue };

/** What the primary process sends to a worker. */
export type FromPrimary =
  | { readonly kind: 'listen' }
  /** Finish what is under way, and end. */
  | { readonly kind: 'stop' }
  /** Asks for `alive`. */
  | { readonly kind: 'ping' }
  /** A worker asks. Without an id nobody waits for a reply. */
  | {
      readonly kind: 'question';
      readonly id: number | null;
      readonly topic: string;
      readonly body: JsonValue;
    }
  /** To the `ask` of this id. */
  | { readonly kind: 'replies'; readonly id: number; readonly bodies: readonly JsonValue[] };

/** The variable that tells a process which worker it is, from 1 on. */
export const WORKER_VARIABLE = 'CMS_WORKER_NUMBER';
