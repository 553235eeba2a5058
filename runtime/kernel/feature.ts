import type { Actor } from './contract/context.js';
import type { Database } from './contract/database/database.js';
import type { ConsistencyCheck, DerivedData } from './contract/records/derived.js';
import type { DescribeOperation } from './contract/http/api-part.js';
import type { CommandIo, DeclaredCommand } from './contract/features/command.js';
import type { DeclaredFeature } from './contract/features/declared-feature.js';
import type { ProvidedApi } from './contract/features/feature-api.js';
import type { Authenticator, Endpoint, MayAsk, Revealer } from './contract/http/http.js';
import type { CreateHttpHooks } from './contract/http/http-hooks.js';
import type { JsonObject } from './contract/json.js';
import type {
  ItemSelector,
  ItemVoter,
  QueryExtension,
  RefusalHeaders,
  RepresentationExtension,
} from './contract/records/operations.js';
import type {
  NameAuthor,
  StateCheck,
  UpdateTarget,
  WriteRule,
  WriteStage,
} from './contract/records/writes.js';
import type { UseCaseGuard } from './contract/records/use-cases.js';
import type { Job, Jobs } from './contract/features/jobs.js';
import type { ScheduledJob } from './jobs/job-times.js';
import type { RetentionRule } from './contract/features/retention.js';
import type { Metric } from './contract/features/metrics.js';
import type { Mount } from './contract/http/mount.js';
import type { Outbox, OutboxChannel } from './contract/features/outbox.js';
import type { AnswerPart } from './contract/http/request-part.js';
import type { ResourceDescriptor } from './contract/schema/resource.js';
import type { UnitHooks } from './contract/records/unit-of-work.js';
import type { IriConverter } from './metadata/iri-converter.js';
import type { ResourceRegistry } from './metadata/resource-registry.js';
import type { Logger } from './ports/logger.js';
import type { FeatureEndpoints } from './serializer/feature-paths.js';
import type { FollowsChanges } from './unit-of-work/announce.js';
import type { WatchTags } from './contract/records/watch-tags.js';
import type { WriteNumber } from './records/remembered-counts.js';
import type { ReferenceGuard } from './writes/reference-resolver.js';
import type { RemoveRecord, ResourceOperations } from './resource-operations.js';

/** A listening address of a process. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * A capability of the service with its contributions to reads, writes, documents and external systems, in the
 * order in which they run. The feature list is compiled once at startup, and its order defines all execution
 * orders.
 *
 * @example
 * const audit: Feature = {
 *   name: 'audit',
 *   unitOfWork: { afterCommit: ({ changes }, { log }) => log.info({ msg: `${changes.length} changes` }) },
 * };
 */
export interface Feature extends Omit<DeclaredFeature, 'load'> {
  // Requests
  /** A gate that every use case passes first, in the order of the features. */
  readonly guard?: UseCaseGuard;
  readonly reads?: FeatureReads;
  /** Adds or replaces members, `_metadata`, headers and cache tags of documents, for many records at once. */
  readonly representation?: readonly RepresentationExtension[];

  // Writes
  readonly writes?: FeatureWrites;
  /** Hooks around every unit of work. */
  readonly unitOfWork?: UnitHooks;

  // Notifications and background jobs
  /**
   * Returns further effects of a change: other records that count as updated, records with a changed visibility, and cache
   * tags to invalidate. Called when a `unitOfWork` hook requests the fan-out.
   */
  readonly follows?: readonly FollowsChanges[];
  /** Delivers outbox messages (`service.outbox`) from serving processes. */
  channels?(service: Service): readonly OutboxChannel[];
  /** Background jobs, run by serving processes after `service.jobs.request(name)` or by a schedule. */
  jobs?(service: Service): readonly Job[];

  // Maintenance of stored data
  /**
   * Derived rows. The service builds them at startup when their `version` has changed and after a migration. `cms doctor`
   * verifies and repairs them.
   */
  readonly derived?: readonly DerivedData[];
  /** Further checks for `cms doctor`: each reports problems with advice and repairs them where possible. */
  readonly consistency?: readonly ConsistencyCheck[];

  /**
   * Retention of rows and files. The job `cleaning` of serving processes deletes expired ones, and `cms jobs` shows their
   * number.
   */
  readonly retention?: readonly RetentionRule[];

  // Endpoints, documentation and commands
  /** Endpoints of the feature. An endpoint with the method and pattern of a generic endpoint replaces it. */
  endpoints?(service: Service): readonly Endpoint[];
  readonly documentation?: FeatureDocumentation;
  readonly http?: FeatureHttp;
  /** Commands for the command line (`cms NAME`). */
  readonly commands?: readonly FeatureCommand[];
  /** Objects for other features, under the keys of the public API in `door.ts`. */
  readonly provides?: readonly ProvidedApi[];

  // Life of a serving process
  /**
   * Called when the process starts to serve. Starts work that is limited to serving processes and lasts until `close`. An
   * error stops the process.
   */
  start?(): void | Promise<void>;
  /** Further addresses on which a serving process listens. `cms check --listen` verifies that they are free. */
  readonly listens?: readonly ListenAddress[];
  /** Warnings about settings and types, one or two sentences each. `cms check` prints them. */
  readonly notices?: readonly string[];
  /** Metrics of the feature (docs/how-to/monitoring.md). */
  readonly metrics?: readonly Metric[];
  /** Releases open resources after the last response. */
  close?(): Promise<void>;
}

/**
 * Contributions of a feature to reads.
 *
 * @example
 * const reads: FeatureReads = {
 *   filters: [
 *     { appliesTo: ({ name }) => name === 'Booking', restrict: () => ({ sql: 't.is_hidden = 0', parameters: {} }) },
 *   ],
 * };
 */
export interface FeatureReads {
  /** Restricts all reads of a type to visible rows, with SQL conditions. A row must pass every filter. */
  readonly filters?: readonly QueryExtension[];
  /** Chooses the row that an IRI refers to if there are several. The first selector that applies to a type is used. */
  readonly selectors?: readonly ItemSelector[];
  /**
   * Denies operations that the caller is not allowed to perform. Listing a type and creating records are checked before
   * anything is read; reading, changing and deleting are checked with the loaded record. A `condition` is evaluated by the
   * query that reads the record.
   */
  readonly voters?: readonly ItemVoter[];
  /** Returns whether any process has written since an earlier read. The first feature that provides it is used. */
  readonly writeNumber?: WriteNumber;
  /** Returns whether any process has invalidated a tag of cached data. The first feature that provides it is used. */
  readonly watchTags?: WatchTags;
}

/**
 * Contributions of a feature to writes.
 *
 * @example
 * const writes: FeatureWrites = {
 *   rules: [
 *     {
 *       appliesTo: ({ name }) => name === 'Booking',
 *       prepare: ({ values }) => {
 *         values.name ??= 'Unnamed';
 *       },
 *     },
 *   ],
 * };
 */
export interface FeatureWrites {
  /**
   * Rules in the transaction of a write: `lockFirst` runs before the record is read, `admit` checks the members of the body,
   * `prepare` runs before validation, and `apply` after the row is stored. `ahead` runs before the transaction, `result`
   * selects another record for the response, and `many` processes several new records together. Without `many` they are
   * written one after another.
   */
  readonly rules?: readonly WriteRule[];
  /** Adds violations for the resulting state of a write. The soft validation of drafts uses the same checks. */
  readonly checks?: readonly StateCheck[];
  /**
   * Selects the record that an update changes: another record, or a copy to store. The first target that applies to a type
   * is used.
   */
  readonly targets?: readonly UpdateTarget[];
  /** Finds the records that a deletion also deletes. At most one feature provides it. */
  readonly remove?: RemoveRecord;
  /** Decides whether a caller can reference a record in a body. */
  readonly guards?: readonly ReferenceGuard[];
  /**
   * Returns the author of a version for the response to an outdated write, or null if the caller is not allowed to know. At
   * most one feature provides it.
   */
  readonly nameAuthor?: NameAuthor;
  /** Slow work before and after the transaction of a write. The first stage that applies to a type is used. */
  readonly stages?: readonly WriteStage[];
}

/** Contributions of a feature to the API documentation. */
export interface FeatureDocumentation {
  /** OpenAPI tag of the operations; default: the name of the feature. */
  readonly tag?: { readonly name: string; readonly description: string };
  /** Schemas for the documentation of the endpoints (`#/components/schemas/NAME`), by name. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /**
   * JSON-LD terms of documents that are not resources, by the name of their context (`/contexts/NAME`); `{}` if the plain
   * names suffice.
   */
  readonly contexts?: Readonly<Record<string, JsonObject>>;
  /** Parameters for the documentation of operations (`#/components/parameters/NAME`), by name. */
  readonly parameters?: Readonly<Record<string, JsonObject>>;
  /** Responses for the documentation of operations (`#/components/responses/NAME`), by name. */
  readonly responses?: Readonly<Record<string, JsonObject>>;
  /** Adapts the documentation of a type to properties that its descriptor does not contain. */
  describe?(resource: ResourceDescriptor): ResourceDescriptor;
  /**
   * Extends the documentation of any operation, for example with a header or a response. Also called for operations of types
   * and of other features.
   */
  readonly describeOperation?: DescribeOperation;
}

/** Contributions of a feature to HTTP, besides its endpoints. */
export interface FeatureHttp {
  /** Identifies the caller of a request. Without it, every caller is anonymous. At most one feature provides it. */
  readonly authenticator?: Authenticator;
  /** Whether a caller is an editor and can send larger bodies. At most one feature provides it. */
  readonly isEditor?: (actor: Actor) => boolean;
  /** Reveals hidden content to requests, for example with a preview link. At most one feature provides it. */
  readonly revealer?: Revealer;
  /** Request headers by which responses to reads vary. */
  readonly vary?: readonly string[];
  /**
   * Creates the hooks once, from the capabilities of the server: `listen` runs before everything else, `answer` around the
   * computation of a response, and `addHeaders` on successful reads.
   */
  readonly hooks?: CreateHttpHooks;
  /** HTTP handlers outside the API. */
  readonly mounts?: readonly Mount[];
  /** Targets of the `Link` header of every response, with their relations. `cms dev` prints those with a title. */
  readonly links?: readonly { readonly href: string; readonly rel: string; readonly title?: string }[];
  /** URLs for the browser, which `cms dev` prints. Called when the service is running. */
  addresses?(): readonly { readonly title: string; readonly href: string }[];
  /** Headers of error responses for paths of the feature. */
  readonly refusalHeaders?: RefusalHeaders;
}

/**
 * The running service, as used by endpoints and commands of a feature.
 *
 * @example
 * const typeNames = ({ registry }: Service): readonly string[] => registry.all.map(({ name }) => name);
 */
export interface Service {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly operations: ResourceOperations;
  /** Outgoing messages, stored with the change they announce and sent afterwards. */
  readonly outbox: Outbox;
  /** Background jobs. */
  readonly jobs: Jobs;
  /** Processes the requests of a batch. */
  readonly answerPart: AnswerPart;
  readonly log: Logger;
}

/** The service with its features, for features that describe the others. */
export interface ComposedService extends Service {
  /** The features in execution order. */
  readonly features: readonly Feature[];
  readonly mayAsk: MayAsk;
  /** Returns the scheduled jobs. Available after all features are created. */
  scheduled(): readonly ScheduledJob[];
  /** Returns the documentation of the features' responses. Available after all endpoints are created. */
  documented(): readonly FeatureEndpoints[];
}

/**
 * The service, as used by commands.
 *
 * @example
 * const commandNames = ({ featureCommands }: CommandService): readonly string[] =>
 *   featureCommands.map(({ name }) => name);
 */
export interface CommandService extends Service {
  readonly featureCommands: readonly FeatureCommand[];
  /** Runs work on the service in one transaction: everything is stored, or nothing. */
  inTransaction<Result>(work: (service: CommandService) => Promise<Result>): Promise<Result>;
}

/**
 * The command `cms NAME`, run on the opened and migrated project.
 *
 * @example
 * const types: FeatureCommand = {
 *   name: 'types',
 *   summary: 'List the types',
 *   async run({ registry }, { print }) {
 *     for (const { name } of registry.all) print(name);
 *   },
 * };
 */
export interface FeatureCommand extends DeclaredCommand {
  /** Runs the command and returns the exit code; default 0. */
  run(service: CommandService, io: CommandIo): Promise<number | void>;
}

/** Implementation of a command that the feature's definition declares under this name. */
export type CommandWork = Pick<FeatureCommand, 'name' | 'run'>;

/**
 * Defines a feature of the project, for `features` of `cms.config.ts` (docs/how-to/custom-features.md). It is
 * checked when the configuration is loaded.
 *
 * @example
 * export const bookings = defineFeature({
 *   name: 'bookings',
 *   endpoints: () => [
 *     {
 *       method: 'GET',
 *       pattern: '/bookings/health',
 *       handle: () => Promise.resolve({ status: 200, body: { ok: true }, cache: 'private' }),
 *     },
 *   ],
 * });
 */
export function defineFeature(feature: Feature): Feature {
  return feature;
}
