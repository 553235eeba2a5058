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
  // Somebody asks for something
  /** A gate that every use case passes first, in the order of the features. */
  readonly gate?: UseCaseGate;
  readonly reads?: FeatureReads;
  /** Adds or replaces members, `_metadata`, headers and cache tags of the documents that records are shown as, for many at once. */
  readonly representation?: readonly RepresentationExtension[];

  // Records are written
  readonly writes?: FeatureWrites;
  /** Hooks around every unit of work. */
  readonly unitOfWork?: UnitHooks;

  // Others are told of it
  /**
   * Says which other records count as updated by a change, which are shown to others than before, and what else caches drop:
   * when a hook of `unitOfWork` asks what has changed.
   */
  readonly follows?: readonly FollowsChanges[];
  /** Delivers messages that were stored with the changes they tell of (`service.outbox`), in serving processes. */
  channels?(service: Service): readonly OutboxChannel[];
  /** Works in the background when somebody asks for it (`service.jobs.request(name)`), in serving processes. */
  jobs?(service: Service): readonly Job[];

  // Stored rows are looked after
  /**
   * Rows that it keeps with those they follow from. A start makes them when their `version` was raised, and after a migration;
   * `cms doctor` compares and mends them.
   */
  readonly derived?: readonly DerivedData[];
  /** Finds for `cms doctor` what is wrong beyond that, with the advice for it, and mends what can be mended. */
  readonly consistency?: readonly ConsistencyCheck[];

  /**
   * What of its rows and files goes some time after it is needed: the job `cleaning` of serving processes removes it, and
   * `cms jobs` says how much.
   */
  readonly lifetimes?: readonly Lifetime[];

  // It answers by itself
  /** Endpoints of its own. One with the method and pattern of a record's own answers in its place. */
  endpoints?(service: Service): readonly Endpoint[];
  readonly documentation?: FeatureDocumentation;
  readonly http?: FeatureHttp;
  /** Commands that it adds to the command line (`cms NAME`). */
  readonly commands?: readonly FeatureCommand[];
  /** Offers to other features, at the doors that its module names. */
  readonly offers?: readonly Offered[];

  // A process serves
  /**
   * This process serves from now on, until `close`: for what commands of the console leave to serving processes. What it
   * throws stops the process.
   */
  start?(): void | Promise<void>;
  /** Where a serving process listens beside its own address: `cms check --listen` tries whether something else does. */
  readonly listens?: readonly ListenAddress[];
  /** Settings and types that deserve a second look, one sentence or two each: `cms check` prints them. */
  readonly notices?: readonly string[];
  /** States of its own that operators measure (docs/how-to/monitoring.md). */
  readonly measures?: readonly Measure[];
  /** Ends what it keeps open, once the last request is answered. */
  close?(): Promise<void>;
}

/** The part of a feature that takes part in reads. */
export interface FeatureReads {
  /** Narrows every read of a type to the rows that a caller may see, by SQL conditions; every filter must let a row through. */
  readonly filters?: readonly QueryExtension[];
  /** Says which of several rows an address means. The first that applies to a type is used. */
  readonly selectors?: readonly ItemSelector[];
  /**
   * Refuses what a caller may not do, writes included: to list a type or create records before anything is read, and to read,
   * change or delete a loaded record. What that asks the database may be its `condition`, which is read with the record.
   */
  readonly voters?: readonly ItemVoter[];
  /** Says whether something was written since an earlier read, by any process. The first feature that does is asked. */
  readonly writeNumber?: WriteNumber;
  /** Says of what a process keeps whether a tag of it was dropped since, by any process. The first feature that does is asked. */
  readonly watchTags?: WatchTags;
}

/** The part of a feature that takes part in writes. */
export interface FeatureWrites {
  /**
   * Acts in the transaction of a write: `lockFirst` before the record is read, `admit` on the members of the body, `prepare`
   * before validation, `apply` once the row is stored. `ahead` works before the transaction opens, `result` names another record
   * to answer with, and `many` says how new records are written together, which are otherwise written one after the other.
   */
  readonly rules?: readonly WriteRule[];
  /** Adds violations to the states that writes would leave; the soft validation of drafts asks the same. */
  readonly checks?: readonly StateCheck[];
  /** Names another record, or a copy to be stored, that an update is written in. The first that applies to a type is used. */
  readonly targets?: readonly UpdateTarget[];
  /** Finds the records that a deletion must delete too; at most one feature has it. */
  readonly remove?: RemoveRecord;
  /** Says whether a caller may name a record in a body. */
  readonly guards?: readonly ReferenceGuard[];
  /**
   * Names the user who made a version to a caller whose write comes too late; null where the caller may not know. At most one
   * feature has it.
   */
  readonly nameAuthor?: NameAuthor;
  /** Does around a write what no transaction should wait for. The first stage that applies to a type is used. */
  readonly stages?: readonly WriteStage[];
}

/** The part of a feature in what the service documents of itself. */
export interface FeatureDocumentation {
  /** Groups its operations (an OpenAPI tag); the name of the feature does where it has none. */
  readonly tag?: { readonly name: string; readonly description: string };
  /** Schemas that the documentation of its endpoints refers to (`#/components/schemas/NAME`), by name. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /**
   * JSON-LD terms of documents that show no record, by the name of the context that they name (`/contexts/NAME`); `{}` where the
   * plain names do.
   */
  readonly contexts?: Readonly<Record<string, JsonObject>>;
  /** Parameters that operations refer to (`#/components/parameters/NAME`), by name. */
  readonly parameters?: Readonly<Record<string, JsonObject>>;
  /** Answers that operations refer to (`#/components/responses/NAME`), by name. */
  readonly responses?: Readonly<Record<string, JsonObject>>;
  /** Adapts the documentation of a type to facts that its descriptor does not contain. */
  describe?(resource: ResourceDescriptor): ResourceDescriptor;
  /**
   * Adds what it does there to the operation of any endpoint, also those of types and of other features: a header that it takes, an
   * answer that it gives.
   */
  readonly describeOperation?: DescribeOperation;
}

/** The part of a feature in HTTP, beside its endpoints. */
export interface FeatureHttp {
  /** Identifies the caller of a request; at most one feature has it. Without it every caller is anonymous. */
  readonly authenticator?: Authenticator;
  /** Whether a caller edits content, and may send larger bodies than others; at most one feature has it. */
  readonly isEditor?: (actor: Actor) => boolean;
  /** Shows requests what is hidden from their caller; at most one feature has it. */
  readonly revealer?: Revealer;
  /** Names of headers by which answers to reads vary. */
  readonly vary?: readonly string[];
  /**
   * Made once with what the server can do: `listen` acts in front of everything else, `answer` around the computation of an
   * answer, `addHeaders` on successful reads.
   */
  readonly hooks?: CreateHttpHooks;
  /** Handlers that are served beside the API. */
  readonly mounts?: readonly Mount[];
  /** Targets of the `Link` header of every answer, with their relations; `cms dev` prints those that have a title. */
  readonly links?: readonly { readonly href: string; readonly rel: string; readonly title?: string }[];
  /** What people open in a browser: `cms dev` prints it. It is asked once the service runs. */
  addresses?(): readonly { readonly title: string; readonly href: string }[];
  /** Headers of refusals below paths of its own. */
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
