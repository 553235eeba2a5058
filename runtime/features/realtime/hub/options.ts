import type { Clock } from '../../../kernel/ports/clock.js';

/** Settings of the embedded hub; limits have defaults. */
export interface EmbeddedHubOptions {
  /** Absolute URL under which browsers reach the hub; its path is where requests are served. */
  readonly publicUrl: string;
  /** The audience that tokens have to name. */
  readonly resourceIdentifier: string;
  /** The issuer that tokens have to name. */
  readonly issuer: string;
  /** Shared secret of all tokens (HS256). */
  readonly secret: string;
  readonly cookieName: string;
  /** Whether pages of another origin may read answers; the origin of the hub itself always may. */
  readonly allowsOrigin: (origin: string) => boolean;
  /** Whether one may subscribe without a token. */
  readonly anonymous: boolean;
  readonly clock: Clock;
  readonly limits?: Partial<HubLimits>;
  /** Has every hub that shares the updates with this one `receive` an update, this one included, in one order for all. */
  readonly share?: (form: string) => Promise<void>;
}

export interface HubLimits {
  /** Updates kept for those who come back. */
  readonly historyEntries: number;
  /** Bytes of all kept updates together. */
  readonly historyBytes: number;
  /** Time between two comments on a quiet stream, in milliseconds. */
  readonly heartbeatMs: number;
  /** Bytes of the body of one publication. */
  readonly bodyBytes: number;
  /** Streams that are open at the same time. */
  readonly subscribers: number;
  /** Subscriptions whose patterns are being read at the same time. */
  readonly opening: number;
  /** Bytes of all different topics and patterns that are asked for; `*` takes none. */
  readonly askedBytes: number;
}

export const DEFAULT_LIMITS: HubLimits = {
  historyEntries: 1000,
  historyBytes: 16 * 1024 * 1024,
  heartbeatMs: 40_000,
  bodyBytes: 1024 * 1024,
  subscribers: 20_000,
  opening: 1000,
  askedBytes: 32 * 1024 * 1024,
};
