import type { Actor } from './contract/context.js';
import type { Database } from './contract/database/database.js';
import type { ConsistencyCheck, DerivedData } from './contract/records/derived.js';
import type { DescribeOperation } from './contract/http/api-part.js';
import type { CommandIo, DeclaredCommand } from './contract/features/command.js';
import type { DeclaredFeature } from './contract/features/declared-feature.js';
import type { Offered } from './contract/features/door.js';
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
import type { UseCaseGate } from './contract/records/use-cases.js';
import type { Job, Jobs } from './contract/features/jobs.js';
import type { ScheduledJob } from './jobs/job-times.js';
import type { Lifetime } from './contract/features/lifetimes.js';
import type { Measure } from './contract/features/measures.js';
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
 */
export interface Feature extends Omit<DeclaredFeature, 'load'> {
  // Requests
  /** A guard that runs before every use case, in feature order. */
  readonly gate?: UseCaseGate;
  readonly reads?: FeatureReads;
  /** Adds or replaces fields, `_metadata`, headers and cache tags in documents, for many records at once. */
  readonly representation?: readonly RepresentationExtension[];

  // Writes
  readonly writes?: FeatureWrites;
  /** Hooks around every unit of work. */
  readonly unitOfWork?: UnitHooks;

  // Notifications
  /**
   * Returns other records that a change affects, records whose visibility it changes, and further cache tags
   * to purge. Called when a hook of `unitOfWork` requests the affected records.
   */
  readonly follows?: readonly FollowsChanges[];
  /** Channels that deliver messages stored with changes (`service.outbox`), in serving processes. */
  channels?(service: Service): readonly OutboxChannel[];
  /** Background jobs, run on request (`service.jobs.request(name)`) in serving processes. */
  jobs?(service: Service): readonly Job[];

  // Maintenance of stored rows
  /**
   * Derived rows. They are rebuilt at startup after a migration or when their `version` was raised. `cms
   * doctor` checks and repairs them.
   */
  readonly derived?: readonly DerivedData[];
  /** Further checks for `cms doctor`, with a remedy and repairs where possible. */
  readonly consistency?: readonly ConsistencyCheck[];

  /**
   * Retention of its rows and files. The job `cleaning` of serving processes deletes them, and `cms jobs`
   * shows the number.
   */
  readonly lifetimes?: readonly Lifetime[];

  // HTTP and commands
  /** Endpoints of the feature. One with the method and pattern of a generic record endpoint replaces it. */
  endpoints?(service: Service): readonly Endpoint[];
  readonly documentation?: FeatureDocumentation;
  readonly http?: FeatureHttp;
  /** Commands for the command line (`cms NAME`). */
  readonly commands?: readonly FeatureCommand[];
  /** Values provided to other features, under the keys that its module declares. */
  readonly offers?: readonly Offered[];

  // Serving
  /**
   * Called when the process starts to serve, until `close`. Console commands skip it. An error stops the
   * process.
   */
  start?(): void | Promise<void>;
  /**
   * Additional addresses that a serving process listens on; `cms check --listen` tests whether they are free.
   */
  readonly listens?: readonly ListenAddress[];
  /** Warnings about settings and types, one or two sentences each; `cms check` prints them. */
  readonly notices?: readonly string[];
  /** Metrics of the feature (docs/how-to/monitoring.md). */
  readonly measures?: readonly Measure[];
  /** Releases resources after the last request has been served. */
  close?(): Promise<void>;
}

/** Contributions of a feature to reads. */
export interface FeatureReads {
  /**
   * SQL conditions that restrict every read of a type to the visible rows. A row must satisfy all of them.
   */
  readonly filters?: readonly QueryExtension[];
  /**
   * Selects the row that a URL refers to if there are several. The first selector that applies to a type is
   * used.
   */
  readonly selectors?: readonly ItemSelector[];
  /**
   * Authorizes reads and writes: listing and creating before anything is read; reading, changing and deleting
   * on the loaded record. A check that needs the database can be a `condition`, which is read with the
   * record.
   */
  readonly voters?: readonly ItemVoter[];
  /** Returns whether any process has written since an earlier read. The first feature that has it is used. */
  readonly writeNumber?: WriteNumber;
  /**
   * Returns whether any process has purged a tag of a cached value. The first feature that has it is used.
   */
  readonly watchTags?: WatchTags;
}

/** Contributions of a feature to writes. */
export interface FeatureWrites {
  /**
   * Rules that run in the transaction of a write. `lockFirst` runs before the record is read. `admit` filters
   * the members of the body. `prepare` runs before validation, `apply` after the row is stored. `ahead` runs
   * before the transaction begins. `result` selects another record for the response. `many` creates several
   * records together; by default they are created one by one.
   */
  readonly rules?: readonly WriteRule[];
  /**
   * Adds violations to the state that a write would leave. The soft validation of drafts uses the same
   * checks.
   */
  readonly checks?: readonly StateCheck[];
  /**
   * Redirects an update to another record or to a new copy. The first target that applies to a type is used.
   */
  readonly targets?: readonly UpdateTarget[];
  /** Finds dependent records that a deletion must delete too; at most one feature has it. */
  readonly remove?: RemoveRecord;
  /** Checks whether a caller may reference a record in a body. */
  readonly guards?: readonly ReferenceGuard[];
  /**
   * Returns the author of a version for callers whose write is outdated; null if hidden from the caller. At
   * most one feature has it.
   */
  readonly nameAuthor?: NameAuthor;
  /** Runs work around a write outside its transaction. The first stage that applies to a type is used. */
  readonly stages?: readonly WriteStage[];
}

/** Contributions of a feature to the API documentation. */
export interface FeatureDocumentation {
  /** OpenAPI tag of its operations; default: the feature's name. */
  readonly tag?: { readonly name: string; readonly description: string };
  /** Schemas by name, for references in the endpoint documentation (`#/components/schemas/NAME`). */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /**
   * JSON-LD terms of documents that show no record, by context name (`/contexts/NAME`); `{}` uses the plain
   * names.
   */
  readonly contexts?: Readonly<Record<string, JsonObject>>;
  /** Parameters by name, for references in operations (`#/components/parameters/NAME`). */
  readonly parameters?: Readonly<Record<string, JsonObject>>;
  /** Responses by name, for references in operations (`#/components/responses/NAME`). */
  readonly responses?: Readonly<Record<string, JsonObject>>;
  /** Adjusts the documentation of a type to facts that its descriptor does not contain. */
  describe?(resource: ResourceDescriptor): ResourceDescriptor;
  /**
   * Adds to the documentation of any operation, including those of types and other features: a header it
   * supports, a response it may send.
   */
  readonly describeOperation?: DescribeOperation;
}

/** Contributions of a feature to HTTP, besides its endpoints. */
export interface FeatureHttp {
  /** Authenticates the caller; at most one feature has it. Without it every caller is anonymous. */
  readonly authenticator?: Authenticator;
  /** Returns whether a caller edits content and may send larger bodies; at most one feature has it. */
  readonly isEditor?: (actor: Actor) => boolean;
  /** Reveals hidden content to preview requests; at most one feature has it. */
  readonly revealer?: Revealer;
  /** Headers by which responses to reads vary. */
  readonly vary?: readonly string[];
  /**
   * Hooks, created once with the tools of the server. `listen` runs before everything else, `answer` around
   * the response, `addHeaders` on successful reads.
   */
  readonly hooks?: CreateHttpHooks;
  /** Handlers served beside the API. */
  readonly mounts?: readonly Mount[];
  /** Targets and relations of the `Link` header of every response; `cms dev` prints those with a title. */
  readonly links?: readonly { readonly href: string; readonly rel: string; readonly title?: string }[];
  /** URLs for the browser, which `cms dev` prints. Called after the service has started. */
  addresses?(): readonly { readonly title: string; readonly href: string }[];
  /** Headers of error responses below the feature's paths. */
  readonly refusalHeaders?: RefusalHeaders;
}

/** The running service, as used by endpoints and commands of a feature. */
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

/** The service, as used by commands. */
export interface CommandService extends Service {
  readonly featureCommands: readonly FeatureCommand[];
  /** Runs work on the service in one transaction: everything is stored, or nothing. */
  inTransaction<Result>(work: (service: CommandService) => Promise<Result>): Promise<Result>;
}

/** The command `cms NAME`, run on the opened and migrated project. */
export interface FeatureCommand extends DeclaredCommand {
  /** Runs the command and returns the exit code; default 0. */
  run(service: CommandService, io: CommandIo): Promise<number | void>;
}

/** Implementation of a command that the feature's definition declares under this name. */
export type CommandWork = Pick<FeatureCommand, 'name' | 'run'>;

/**
 * Defines a feature of the project, for `features` of `cms.config.ts` (docs/how-to/custom-features.md). It is
 * checked when the configuration is loaded.
 */
export function defineFeature(feature: Feature): Feature {
  return feature;
}
