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

/** A place at which a process waits for connections. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * One capability of the service: everything it adds to reads, writes, documents and the outside world, by the moment at which
 * it acts. The list of features is compiled once, when the service starts; its order is the only order there is.
 */
export interface Feature extends Omit<DeclaredFeature, 'load'> {
  // Requests
  /** A gate that every use case passes first, in the order of the features. */
  readonly gate?: UseCaseGate;
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
  readonly lifetimes?: readonly Lifetime[];

  // Endpoints, documentation and commands
  /** Endpoints of the feature. An endpoint with the method and pattern of a generic endpoint replaces it. */
  endpoints?(service: Service): readonly Endpoint[];
  readonly documentation?: FeatureDocumentation;
  readonly http?: FeatureHttp;
  /** Commands for the command line (`cms NAME`). */
  readonly commands?: readonly FeatureCommand[];
  /** Objects for other features, under the keys of the public API in `door.ts`. */
  readonly offers?: readonly Offered[];

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
  readonly measures?: readonly Measure[];
  /** Releases open resources after the last response. */
  close?(): Promise<void>;
}

/** The part of a feature that takes part in reads. */
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

/** The part of a feature that takes part in writes. */
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

/** The part of a feature in what the service documents of itself. */
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

/** The part of a feature in HTTP, beside its endpoints. */
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

/** The running service, as endpoints and commands of a feature use it. */
export interface Service {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly operations: ResourceOperations;
  /** Messages to the outside world, stored with the changes they tell of and sent afterwards. */
  readonly outbox: Outbox;
  /** Work in the background. */
  readonly jobs: Jobs;
  /** Answers requests that came as parts of one. */
  readonly answerPart: AnswerPart;
  readonly log: Logger;
}

/** The service with what it is made of, for features that tell of the others. */
export interface ComposedService extends Service {
  /** The features in the order in which they act. */
  readonly features: readonly Feature[];
  readonly mayAsk: MayAsk;
  /** The jobs that are asked for by themselves; known once all features are created. */
  scheduled(): readonly ScheduledJob[];
  /** The documentation of the features' answers, once the endpoints of all are known. */
  documented(): readonly FeatureEndpoints[];
}

/** The service as commands have it. */
export interface CommandService extends Service {
  readonly featureCommands: readonly FeatureCommand[];
  /** Runs work on the same service in one transaction: all that it writes is stored, or nothing. */
  inTransaction<Result>(work: (service: CommandService) => Promise<Result>): Promise<Result>;
}

/** `cms NAME`: runs on the opened, migrated project. */
export interface FeatureCommand extends DeclaredCommand {
  /** Answers the exit code; nothing is 0. */
  run(service: CommandService, io: CommandIo): Promise<number | void>;
}

/** The work of a command that the definition of its feature declares by this name. */
export type CommandWork = Pick<FeatureCommand, 'name' | 'run'>;

/**
 * Marks a feature of the project, for `features` of `cms.config.ts` (docs/how-to/custom-features.md). It is checked when the configuration is
 * loaded, not here.
 */
export function defineFeature(feature: Feature): Feature {
  return feature;
}
