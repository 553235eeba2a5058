import type { Clock } from '../../../kernel/ports/clock.js';

/** Settings of the embedded hub; limits have defaults. */
export interface EmbeddedHubOptions {
  /** Absolute URL under which browsers reach the hub. Requests are served at its path. */
  readonly publicUrl: string;
  /** Required audience of tokens. */
  readonly resourceIdentifier: string;
  /** Required issuer of tokens. */
  readonly issuer: string;
  /** Shared secret of all tokens (HS256). */
  readonly secret: string;
  readonly cookieName: string;
  /** Returns whether pages of another origin may read responses. The hub's own origin always may. */
  readonly allowsOrigin: (origin: string) => boolean;
  /** True if clients may subscribe without a token. */
  readonly anonymous: boolean;
  readonly clock: Clock;
  readonly limits?: Partial<HubLimits>;
  /** Delivers an update to `receive` of every hub that shares the updates, including this one, in the same order. */
  readonly share?: (form: string) => Promise<void>;
}

export interface HubLimits {
  /** Maximum number of updates kept for reconnecting clients. */
  readonly historyEntries: number;
  /** Maximum size of all kept updates in bytes. */
  readonly historyBytes: number;
  /** Interval between heartbeat comments on an idle stream, in milliseconds. */
  readonly heartbeatMs: number;
  /** Maximum size of a publication's body in bytes. */
  readonly bodyBytes: number;
  /** Maximum number of open streams. */
  readonly subscribers: number;
  /** Maximum number of subscriptions whose patterns are compiled at the same time. */
  readonly opening: number;
  /** Maximum size in bytes of all different requested topics and patterns; `*` counts as zero. */
  readonly requestedBytes: number;
}

export const DEFAULT_LIMITS: HubLimits = {
  historyEntries: 1000,
  historyBytes: 16 * 1024 * 1024,
  heartbeatMs: 40_000,
  bodyBytes: 1024 * 1024,
  subscribers: 20_000,
  opening: 1000,
  requestedBytes: 32 * 1024 * 1024,
};
