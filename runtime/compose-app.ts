import type { RequestListener } from 'node:http';
import { createAccessControl } from './adapters/http/access-control.js';
import { createCompression } from './adapters/http/compression/compression.js';
import { createHttpApp } from './adapters/http/http-app.js';
import { createOriginPolicy, type OriginPolicy } from './adapters/http/origin-policy.js';
import type { StatementCounter } from './adapters/http/statement-count.js';
import { createMailer, createMailTemplates, readMailLogo } from './adapters/mail/index.js';
import { inOneTransaction } from './adapters/persistence/joined-database.js';
import { openStorage } from './adapters/storage/index.js';
import { createReadConfig, type AppConfig } from './config/app-config.js';
import { withFeatures } from './features.js';
import { createExpressionGuard } from './kernel/authorization/expression-guard.js';
import { compileOperations, compileRefusalHeaders } from './kernel/compile.js';
import type { Database } from './kernel/contract/database/database.js';
import { resourcesOf } from './kernel/contract/features/declared-feature.js';
import type { DerivedData } from './kernel/contract/records/derived.js';
import type { FeatureApis, ProvidedApi } from './kernel/contract/features/feature-api.js';
import type { AnswerPart } from './kernel/contract/http/request-part.js';
import { createFeatures, loadFeatures, type LoadedFeature } from './kernel/create-features.js';
import { collectDerived } from './kernel/derived/collect-derived.js';
import { createDoctor, type Doctor } from './kernel/derived/doctor.js';
import { compileEndpoints, type CompiledEndpoints } from './kernel/endpoints/compile-endpoints.js';
import { InternalError } from './kernel/errors/internal-error.js';
import type { ComposedService, Feature, FeatureCommand, ListenAddress } from './kernel/feature.js';
import { type ConnectedBackground, createBackground } from './kernel/jobs/background.js';
import { createKernel, type Kernel, type Project } from './kernel/kernel.js';
import { createIriConverter } from './kernel/metadata/iri-converter.js';
import { createResourceRegistry, type ResourceRegistry } from './kernel/metadata/resource-registry.js';
import { createOutbox, type ServiceOutbox } from './kernel/outbox/outbox.js';
import type { WriteOutOfBand } from './kernel/unit-of-work/out-of-band.js';
import { SYSTEM_CLOCK, type Clock } from './kernel/ports/clock.js';
import type { Logger } from './kernel/ports/logger.js';
import type { Ports } from './kernel/ports/ports.js';
import type { Workers } from './kernel/ports/workers.js';
import { BASE_TYPES } from './model/base-tables.js';
import { projectResources } from './project/project-types.js';
import { withProjectCode } from './project/project-code.js';
import { createMessages, type Messages } from './kernel/messages/messages.js';
import { KERNEL_MESSAGES } from './kernel/messages/german.js';
import { loadProjectMessages } from './project/project-messages.js';
import { messagesOf } from './project/project-texts.js';
import type { Translations } from './kernel/contract/message.js';
import type { Manifest } from './kernel/contract/schema/manifest.js';

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

export interface App extends ComposedService, Pick<ConnectedBackground, 'retention' | 'scheduledJobs'> {
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
  /**
   * Called once by a serving process. Starts sending outbox messages and receiving external updates.
   * @throws ConfigError if a feature cannot start, for example listen on a port
   */
  startServing(): Promise<void>;
  /** Ends streaming responses before the server is closed. */
  endStreams(): void;
  /** Runs work on the same service in one transaction: all writes are stored, or none. */
  inTransaction<Result>(work: (app: App) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export interface Composition extends AppOptions {
  readonly database: Database;
  readonly statements: StatementCounter | undefined;
  /**
   * Parts of the running service that a service inside one of its transactions uses, including the project's
   * features.
   */
  readonly joined?: Pick<FeatureApis, 'get'> & { readonly outbox: ServiceOutbox };
}

/** Returns the parts of features that commands inspect. */
function describeFeatures(
  features: readonly Feature[],
  unknownTexts: readonly string[],
): Pick<App, 'featureCommands' | 'listens' | 'notices'> {
  return {
    featureCommands: features.flatMap(({ commands }) => commands ?? []),
    listens: features.flatMap(({ listens }) => listens ?? []),
    notices: [...features.flatMap(({ notices }) => notices ?? []), ...unknownTexts],
  };
}

/** Composition root: creates the kernel and the features on it, and combines their contributions. */
export async function composeApp(options: Composition): Promise<App> {
  const { config, log, database, joined, clock = SYSTEM_CLOCK, provides = [] } = options;
  const manifest = withProjectCode(options.manifest, config.extensions);
  const loaded = [...(await loadFeatures(withFeatures(config.features))), embedding(provides)];
  const resources = projectResources(manifest.resources, manifest.user, config.features);
  const registry = openRegistry(resources, loaded, config);
  const { messages, unknownTexts } = await loadMessages(loaded, manifest, config);
  const iris = createIriConverter(registry, config.apiPrefix, config.server.publicUrl);
  const outbox = joined?.outbox ?? createOutbox({ database, clock, log });
  const origins = createOriginPolicy(config.cors.allowOrigin, config.server.publicUrl);
  const ports = openPorts(config, origins);
  const late: LateParts = {};
  const kernel = createKernel({
    config,
    configOf: createReadConfig(config),
    project: { manifest, openApi: options.openApi },
    registry,
    iris,
    database,
    guard: createExpressionGuard(),
    clock,
    log,
    outbox,
    joinedTo: joined,
    indexes: loaded.flatMap(({ module }) => module?.indexes?.(registry) ?? []),
    ports,
    workers: options.workers,
    isMaintenance: options.isMaintenance === true,
    command: options.command,
    service: () => present(late.service),
  });
  const { features, get, getAll } = await createFeatures(loaded, kernel);
  const operations = compileOperations({ kernel, features });
  const isJoined = joined !== undefined;
  const background = createBackground({ queue: config.queue, database, outbox, clock, log, isJoined });
  const running = {
    registry,
    iris,
    database,
    operations,
    outbox,
    jobs: background.jobs,
    log,
    features,
    mayAsk: createAccessControl(config.accessControl).mayAsk,
    documented: () => late.compiled?.documented ?? [],
    scheduled: () => late.work?.scheduledJobs ?? [],
    answerPart: (whole, part) => present(late.answerPart)(whole, part),
  } satisfies ComposedService;
  late.service = running;
  const { retention, scheduledJobs, ...work } = (late.work = background.connect(features, running));
  const kept = collectDerived(features, kernel);
  const { answers, writeOutOfBand } = kernel;
  const compiled = compileEndpoints({ service: running, answers, ofProject: config.features });
  late.compiled = compiled;
  return {
    ...running,
    config,
    writeOutOfBand,
    get,
    getAll,
    derived: kept.derived,
    retention,
    scheduledJobs,
    doctor: createDoctor(kept, { database, writeOutOfBand }),
    ...describeFeatures(features, unknownTexts),
    express: createListener(options, { kernel, service: running, origins, messages, compiled, late }),
    async startServing() {
      for (const notice of unknownTexts) log.warn({ msg: 'unknown message', notice });
      options.workers?.join();
      database.watchReplicas();
      outbox.startSending();
      background.jobs.startWaiting();
      for (const feature of features) await feature.start?.();
      work.start();
    },
    endStreams() {
      background.jobs.stopWaiting();
      for (const { http } of features) for (const mount of http?.mounts ?? []) mount.endStreams?.();
    },
    async inTransaction(work) {
      try {
        return await joinTransaction({ ...options, joined: { outbox, get } }, work);
      } finally {
        for (const { guard } of features) guard?.forget?.();
      }
    },
    async close() {
      if (joined === undefined) {
        background.jobs.stopWaiting();
        await work.close();
        await outbox.close();
      }
      await ports.mailer.close();
      const own = joined === undefined ? features : features.filter((one) => !config.features.includes(one));
      for (const feature of own) await feature.close?.();
      await database.close();
    },
  };
}

/** Loads the messages of the kernel, the features and the project, which override the others. */
async function loadMessages(
  loaded: readonly LoadedFeature[],
  manifest: Manifest,
  { projectRoot }: AppConfig,
): Promise<{ readonly messages: Messages; readonly unknownTexts: readonly string[] }> {
  const catalogues = [KERNEL_MESSAGES, ...loaded.map(({ declared }) => declared.messages ?? {})];
  const ofProject = await loadProjectMessages(projectRoot);
  const builtIn = catalogues.flatMap((catalogue) =>
    Object.values<Translations>(catalogue).flatMap((texts) => Object.keys(texts)),
  );
  return {
    messages: createMessages([...catalogues, ofProject.catalogue]),
    unknownTexts: ofProject.unknownTexts(new Set([...builtIn, ...messagesOf(manifest)])),
  };
}

/** Parts that are used by code created before them. */
interface LateParts {
  service?: ComposedService;
  work?: ConnectedBackground;
  compiled?: CompiledEndpoints;
  answerPart?: AnswerPart;
}

function present<Part>(service: Part | undefined): Part {
  if (service === undefined) throw new InternalError('A feature asks for the service before it is there');
  return service;
}

function openPorts(config: AppConfig, origins: OriginPolicy): Ports {
  const { projectRoot, mailer, emails } = config;
  const logo = readMailLogo(emails);
  return {
    mailer: createMailer({ ...mailer, projectRoot, logo }),
    mailTemplates: createMailTemplates(projectRoot, logo),
    openStorage,
    origins,
    compression: config.compression ? createCompression() : undefined,
  };
}

interface ListenerParts {
  readonly kernel: Kernel;
  readonly service: ComposedService;
  readonly origins: OriginPolicy;
  readonly messages: Messages;
  readonly compiled: CompiledEndpoints;
  /** Receives the parts that exist after the listener. */
  readonly late: LateParts;
}

function createListener(
  { config, log, statements }: Composition,
  { kernel, service, origins, messages, compiled, late }: ListenerParts,
): RequestListener {
  const { clock } = kernel;
  const { features } = service;
  const parts = features.flatMap(({ http }) => http ?? []);
  return createHttpApp({
    config,
    log,
    clock,
    origins,
    compression: kernel.ports.compression,
    statements,
    messages,
    replica: config.database.replicaUrls.length === 0 ? undefined : () => kernel.database.replica(),
    links: parts.flatMap(({ links }) => links ?? []),
    mounts: parts.flatMap(({ mounts }) => mounts ?? []),
    endpoints: compiled.endpoints,
    takeAnswerPart: (answerPart) => void (late.answerPart = answerPart),
    authenticator: parts.find(({ authenticator }) => authenticator !== undefined)?.authenticator,
    revealer: parts.find(({ revealer }) => revealer !== undefined)?.revealer,
    isEditor: parts.find(({ isEditor }) => isEditor !== undefined)?.isEditor,
    vary: parts.flatMap(({ vary }) => vary ?? []),
    refusalHeaders: compileRefusalHeaders(features),
    createHooks: parts.flatMap(({ hooks }) => hooks ?? []),
  });
}

/** Creates a last feature that provides the application's services. */
function embedding(provides: readonly ProvidedApi[]): LoadedFeature {
  const module = { apis: provides.map(({ api }) => api), create: () => ({ provides }) };
  return { declared: { name: 'application' }, module };
}

/**
 * Creates the registry of a project's types with additions of the features, without types that the configuration
 * disables.
 */
function openRegistry(
  resources: Parameters<typeof createResourceRegistry>[0],
  features: readonly LoadedFeature[],
  { enabledComponents }: AppConfig,
): ResourceRegistry {
  const described = resources.map((resource) =>
    features.reduce((known, { module }) => module?.describe?.(known) ?? known, resource),
  );
  const isEnabled: Readonly<Record<string, boolean>> = enabledComponents;
  const disabled = features.flatMap(({ declared }) => {
    const { enabledBy } = declared;
    return enabledBy === undefined || isEnabled[enabledBy] === true ? [] : resourcesOf(declared);
  });
  return createResourceRegistry(described, BASE_TYPES, new Set(disabled.map(({ name }) => name)));
}

/** Creates the same service on the connection of one transaction. */
async function joinTransaction<Result>(
  options: Composition,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const apps: App[] = [];
  try {
    return await inOneTransaction(options.database, async (joined) => {
      const app = await composeApp({ ...options, database: joined });
      apps.push(app);
      return work(app);
    });
  } finally {
    for (const app of apps) await app.close();
  }
}
