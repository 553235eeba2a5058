import type { RequestListener } from 'node:http';
import type { StatementCounter } from '../adapters/http/statement-count.js';
import type { AppConfig } from '../config/app-config.js';
import type { Database } from '../kernel/contract/database/database.js';
import type { FeatureApis, ProvidedApi } from '../kernel/contract/features/feature-api.js';
import type { DerivedData } from '../kernel/contract/records/derived.js';
import type { Doctor } from '../kernel/derived/doctor.js';
import type { ComposedService, FeatureCommand, ListenAddress } from '../kernel/feature.js';
import type { ConnectedBackground } from '../kernel/jobs/background.js';
import type { Project } from '../kernel/kernel.js';
import type { ServiceOutbox } from '../kernel/outbox/outbox.js';
import type { Clock } from '../kernel/ports/clock.js';
import type { Logger } from '../kernel/ports/logger.js';
import type { Workers } from '../kernel/contract/workers.js';
import type { WriteOutOfBand } from '../kernel/unit-of-work/out-of-band.js';

/**
 * Parts of a service: its project, and replacements for its clock, log and features.
 *
 * @example
 * const silent = (options: AppOptions): AppOptions => ({ ...options, command: 'import' });
 */
export interface AppOptions extends Project {
  readonly config: AppConfig;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Services provided to features in addition to those of other features, or instead of the default ones. */
  readonly provides?: readonly ProvidedApi[];
  /** Called for every SQL statement; used in tests. */
  readonly onStatement?: (sql: string) => void;
  /** Processes that serve the same address, if there are several. */
  readonly workers?: Workers;
  /** Name of the command that opens it; absent in a serving process. */
  readonly command?: string;
  /** Set by maintenance commands: derived rows are left as they are, and statements may take long. */
  readonly isMaintenance?: true;
}

/**
 * A running service: its use cases, commands, background work and HTTP handler.
 *
 * @example
 * const typeNames = ({ registry }: App): readonly string[] => registry.all.map(({ name }) => name);
 */
export interface App
  extends ComposedService, Lifecycle, Pick<ConnectedBackground, 'retention' | 'scheduledJobs'> {
  readonly config: AppConfig;
  readonly outbox: ServiceOutbox;
  /** Writes outside a unit of work and invalidates cached responses. */
  readonly writeOutOfBand: WriteOutOfBand;
  /** Rows that the features derive from stored records. */
  readonly derived: readonly DerivedData[];
  readonly doctor: Doctor;
  /** Commands of all features. */
  readonly featureCommands: readonly FeatureCommand[];
  /** Addresses on which its features listen. */
  readonly listens: readonly ListenAddress[];
  /** Notices of features for `cms check`. */
  readonly notices: readonly string[];
  /** Returns the service that a feature provides under a key. */
  readonly get: FeatureApis['get'];
  /** Returns all services that features provide under a key. */
  readonly getAll: FeatureApis['getAll'];
  /** HTTP request listener, to be passed to a server. */
  readonly express: RequestListener;
  /** Runs work on the same service in one transaction: all writes are stored, or none. */
  inTransaction<Result>(work: (app: App) => Promise<Result>): Promise<Result>;
}

/** Start and end of a running service. */
export interface Lifecycle {
  /**
   * Called once by a serving process. Starts sending outbox messages and receiving external updates.
   * @throws ConfigError if a feature cannot start, for example listen on a port
   */
  startServing(): Promise<void>;
  /** Ends streaming responses before the server is closed. */
  endStreams(): void;
  close(): Promise<void>;
}

export interface Composition extends AppOptions {
  readonly database: Database;
  readonly statements: StatementCounter | undefined;
  /**
   * Parts of the running service that a service inside one of its transactions uses, including the project's
   * features.
   */
  readonly joined?: JoinedParts;
}

/** Parts of a running service that a service inside one of its transactions shares. */
export interface JoinedParts extends Pick<FeatureApis, 'get'> {
  readonly outbox: ServiceOutbox;
}
