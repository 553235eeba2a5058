import type { RequestContext } from './contract/context.js';
import type { Database } from './contract/database.js';
import type { ConsistencyCheck, DerivedData } from './contract/derived.js';
import type { CommandIo, DeclaredCommand } from './contract/command.js';
import type { DeclaredFeature } from './contract/declared-feature.js';
import type { Offered } from './contract/door.js';
import type { Authenticator, Endpoint } from './contract/http.js';
import type { CreateHttpHooks } from './contract/http-hooks.js';
import type { JsonObject } from './contract/json.js';
import type {
  ItemSelector,
  ItemVoter,
  OperationResource,
  QueryExtension,
  RefusalHeaders,
  RepresentationExtension,
} from './contract/operations.js';
import type { StateCheck, UpdateTarget, WriteRule, WriteStage } from './contract/writes.js';
import type { UseCaseGate } from './contract/use-cases.js';
import type { Job, Jobs } from './contract/jobs.js';
import type { Mount } from './contract/mount.js';
import type { Outbox, OutboxChannel } from './contract/outbox.js';
import type { ResourceDescriptor } from './contract/resource.js';
import type { UnitHooks } from './contract/unit-of-work.js';
import type { IriConverter } from './metadata/iri-converter.js';
import type { ResourceRegistry } from './metadata/resource-registry.js';
import type { Logger } from './ports/logger.js';
import type { FeatureEndpoints } from './serializer/feature-paths.js';
import type { FollowsChanges } from './unit-of-work/announce.js';
import type { ReferenceGuard } from './writes/reference-resolver.js';
import type { RemoveRecord, ResourceOperations } from './resource-operations.js';

/**
 * One capability of the service: everything it adds to reads, writes, documents and the outside world. The list of features
 * is compiled once, when the service starts; its order is the only order there is.
 */
export interface Feature extends Omit<DeclaredFeature, 'load'> {
  /** A gate that every use case passes first, in the order of the features. */
  readonly gate?: UseCaseGate;
  readonly reads?: FeatureReads;
  /** Extensions of documents. */
  readonly representation?: readonly RepresentationExtension[];
  readonly writes?: FeatureWrites;
  /** Hooks around every unit of work. */
  readonly unitOfWork?: UnitHooks;
  /** Tags and topics besides those of the rows that a unit of work changed. */
  readonly follows?: readonly FollowsChanges[];
  /** The channels of the outbox that it delivers, created once everything they may use exists. */
  channels?(service: Service): readonly OutboxChannel[];
  /** Work that it does in the background when somebody asks for it. */
  jobs?(service: Service): readonly Job[];
  /** Rows that it keeps with those they follow from. */
  readonly derived?: readonly DerivedData[];
  /** Further checks of its rows by `cms doctor`. */
  readonly consistency?: readonly ConsistencyCheck[];
  /** Headers of refusals below paths of its own. */
  readonly refusalHeaders?: RefusalHeaders;
  /** Identifies the caller of a request; at most one feature has it. Without it every caller is anonymous. */
  readonly authenticator?: Authenticator;
  /** Hooks around the answers of the API. */
  readonly http?: CreateHttpHooks;
  /** Handlers that are served beside the API. */
  readonly mounts?: readonly Mount[];
  /** Targets of the `Link` header of every answer, with their relations. */
  readonly links?: readonly { readonly href: string; readonly rel: string }[];
  /** Offers to other features, at the doors that its module names. */
  readonly offers?: readonly Offered[];
  /** Its endpoints, created once everything they may use exists. */
  endpoints?(service: Service): readonly Endpoint[];
  /** Schemas that the documentation of its endpoints refers to, by name. */
  schemas?(): Readonly<Record<string, JsonObject>>;
  /** Adapts the documentation of a type to facts that its descriptor does not contain. */
  document?(resource: ResourceDescriptor): ResourceDescriptor;
  /** JSON-LD terms of documents that show no record, by the name of the context that they name (`/contexts/NAME`). */
  contexts?(): Readonly<Record<string, JsonObject>>;
  /** Commands that it adds to the command line. */
  readonly commands?: readonly FeatureCommand[];
  /** This process serves from now on, until `close`: for what commands of the console leave to serving processes. */
  start?(): void;
  /** Ends answers that have no end by themselves, before the server is closed. */
  endStreams?(): void;
  /** Ends what it keeps open, once the last request is answered. */
  close?(): Promise<void>;
}

/** The part of a feature that takes part in reads. */
export interface FeatureReads {
  /** Rows that a caller may see; every one of them must let a row through. */
  readonly filters?: readonly QueryExtension[];
  /** Selects the row that an address means; the first that applies to a type is used. */
  readonly selectors?: readonly ItemSelector[];
  readonly voters?: readonly ItemVoter[];
  /** @throws AppError 401/403 when the caller may not list the type at all. */
  assertListable?(resource: OperationResource, context: RequestContext): void;
}

/** The part of a feature that takes part in writes. */
export interface FeatureWrites {
  /** @throws AppError 401/403 when the caller may not create records of the type. */
  assertCreatable?(resource: OperationResource, context: RequestContext): void;
  readonly rules?: readonly WriteRule[];
  readonly checks?: readonly StateCheck[];
  /** Selects the row that an update changes; the first that applies to a type is used. */
  readonly targets?: readonly UpdateTarget[];
  /** Finds the records that a deletion must delete too; at most one feature has it. */
  readonly remove?: RemoveRecord;
  /** Decide whether a caller may name a record in a body. */
  readonly guards?: readonly ReferenceGuard[];
  /** Work around a write, outside of its transaction; the first stage that applies to a type is used. */
  readonly stages?: readonly WriteStage[];
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
  readonly log: Logger;
}

/** The service with what it is made of, for features that tell of the others. */
export interface ComposedService extends Service {
  /** The features in the order in which they act. */
  readonly features: readonly Feature[];
  /** The documentation of the features' answers, once the endpoints of all are known. */
  documented(): readonly FeatureEndpoints[];
}

/** `cms NAME`: runs on the opened, migrated project. */
export interface FeatureCommand extends DeclaredCommand {
  /** Answers the exit code; nothing is 0. */
  run(service: Service, io: CommandIo): Promise<number | void>;
}

/** The work of a command that the definition of its feature declares by this name. */
export type CommandWork = Pick<FeatureCommand, 'name' | 'run'>;

/**
 * Marks a feature of the project, for `features` of `cms.config.ts` (docs/features.md). It is checked when the configuration is
 * loaded, not here.
 */
export function defineFeature(feature: Feature): Feature {
  return feature;
}
