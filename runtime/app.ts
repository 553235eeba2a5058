import { openStorage } from './adapters/storage/index.js';
import type { RequestListener } from 'node:http';
import type { AppConfig } from './config/app-config.js';
import { createAnswers } from './kernel/endpoints/answers.js';
import { compileOperations, compileRefusalHeaders } from './kernel/compile.js';
import { collectDerived } from './kernel/derived/collect-derived.js';
import { createDoctor, type Doctor } from './kernel/derived/doctor.js';
import { ensureDerived } from './kernel/derived/ensure-derived.js';
import { compileChannels } from './kernel/outbox/compile-channels.js';
import { createJobs } from './kernel/jobs/jobs.js';
import { createOutbox, type ServiceOutbox } from './kernel/outbox/outbox.js';
import { compileEndpoints } from './kernel/endpoints/compile-endpoints.js';
import {
  createInvalidation,
  NO_INVALIDATION,
  type Invalidation,
} from './kernel/invalidation/invalidation.js';
import { createIsSettled } from './kernel/invalidation/is-settled.js';
import { createFeatures } from './features/features.js';
import { createKernel } from './kernel/kernel.js';
import { withProjectCode } from './project/project-code.js';
import type { Database } from './kernel/contract/database.js';
import type { DerivedData } from './kernel/contract/derived.js';
import type { Manifest } from './kernel/contract/manifest.js';
import {
  createAccountEndpoints,
  loadJwtKeys,
  makePassingKeys,
  createAccounts,
  createAccountForms,
  createRegistrationGuard,
  createUsers,
  USER,
  withAccountFields,
} from './features/accounts/feature.js';
import { createDocumentation, createDocsAssetsMount } from './features/documentation/feature.js';
import { createHttpApp } from './adapters/http/http-app.js';
import { createOriginPolicy } from './adapters/http/origin-policy.js';
import { createStatementCounter } from './adapters/http/statement-count.js';
import type { StatementCounter } from './adapters/http/statement-count.js';
import { createMailer, createMailTemplates } from './adapters/mail/index.js';
import { createIriConverter } from './kernel/metadata/iri-converter.js';
import { createResourceRegistry } from './kernel/metadata/resource-registry.js';
import { BASE_TYPES } from './model/base-types.js';
import { projectResources, projectTables } from './model/project-resources.js';
import type { ApiPart } from './openapi/api-part.js';
import { modelDefinition, openDatabase } from './adapters/persistence/database.js';
import { openInvalidationFeed } from './adapters/persistence/invalidation/open-feed.js';
import { inOneTransaction } from './adapters/persistence/joined-database.js';
import type { ModelDefinition } from './adapters/persistence/database.js';
import { assertSupportedServer } from './adapters/persistence/server-version.js';
import { manifestHash } from './kernel/metadata/manifest-hash.js';
import { packageVersion } from './project/package-root.js';
import type { Clock } from './kernel/ports/clock.js';
import { SYSTEM_CLOCK } from './kernel/ports/clock.js';
import { createThrottle } from './kernel/util/throttle.js';
import type { Logger } from './kernel/ports/logger.js';
import type { FeatureCommand, Service } from './kernel/feature.js';
import { createExpressionGate } from './kernel/authorization/expression-gate.js';
import { createPublicFileMounts, createUploads, withRequiredFiles } from './features/uploads/feature.js';
import { createSlotIndex } from './features/placement/feature.js';
import { createFormTypes, withFormTypes, type VirtualForm } from './features/forms/feature.js';
import { createRealtime, loadHub, type Hub } from './features/realtime/feature.js';
import { parseReadRules } from './features/security/feature.js';
import type { JwtKeys, Accounts, AccountsDeps, UsersDeps } from './features/accounts/feature.js';
import type { Uploads } from './features/uploads/feature.js';

export interface AppOptions {
  readonly config: AppConfig;
  readonly manifest: Manifest;
  /** The generated part of the API documentation. */
  readonly openApi: ApiPart;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Parts of accounts in place of the usual ones. */
  readonly accounts?: AccountParts;
  /** Called for every SQL statement; tests count them. */
  readonly onStatement?: (sql: string) => void;
  /** How long the database may leave one statement without an answer. */
  readonly databaseAnswerLimitMs?: number;
  /** For who looks after stored rows: derived ones stay as they are found, and statements may take long. */
  readonly isMaintenance?: true;
}

/** What of accounts an embedding application brings itself. */
export type AccountParts = Pick<UsersDeps, 'topicsFor' | 'onUserEmail' | 'hasher' | 'tokens' | 'throttle'> &
  Pick<AccountsDeps, 'hubCookie' | 'userChecker'>;

/** Forms without a row (accounts.md section 8.4); one whose type nobody brings along is not there. */
const VIRTUAL_FORMS: readonly VirtualForm[] = [{ name: 'password_reset', formType: 'PasswordUpdateType' }];

/** New addresses of one account (contract decision 67). */
const ADDRESS_CHANGES = { points: 10, durationSeconds: 900 };

/** Statements about all rows of a large site take longer than any request may, and so does waiting for another process that runs them. */
const PATIENCE_MS = 3_600_000;

/** As many registrations as failed logins, in the same time (contract decision 67); names looked up tell as much. */
const REGISTRATIONS = { points: 100, durationSeconds: 900 };

export interface App extends Service {
  readonly config: AppConfig;
  readonly outbox: ServiceOutbox;
  /** What kept answers of all processes depend on. */
  readonly invalidation: Invalidation;
  /** What the features keep beside what they are told to store. */
  readonly derived: readonly DerivedData[];
  readonly doctor: Doctor;
  /** The OpenAPI document of the service, as text. */
  openApi(): Promise<string>;
  /** What all features add to the command line. */
  readonly featureCommands: readonly FeatureCommand[];
  readonly uploads: Uploads;
  readonly accounts: Accounts;
  /** The HTTP listener; not yet listening. */
  readonly express: RequestListener;
  /** For processes that serve: from now on this one sends what waits, and keeps up with the outside world. Once. */
  startServing(): void;
  /** Ends answers that have no end by themselves, before the server is closed. */
  endStreams(): void;
  /** Runs work on the same service in one transaction: all that it writes is stored, or nothing. */
  inTransaction<Result>(work: (app: App) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The composition root: configuration and manifest in, a running service out; the only place that news things up. */
export async function createApp(options: AppOptions): Promise<App> {
  const statements = options.config.logLevel === 'debug' ? createStatementCounter() : undefined;
  // What stops a start comes before what must be closed again.
  const keys = await (options.isMaintenance ? makePassingKeys() : loadJwtKeys(options.config));
  const hub = await loadHub(options.config);
  const database = await openProjectDatabase(
    options.isMaintenance ? { ...options, databaseAnswerLimitMs: PATIENCE_MS } : options,
    statements,
  );
  const app = await composeApp({ ...options, keys, hub, statements, database }).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  try {
    if (!options.isMaintenance) await makeLacking(app, options);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

/** Everybody who uses the service meets derived rows that are complete. */
async function makeLacking({ derived, database, invalidation }: App, options: AppOptions): Promise<void> {
  const patient = { ...options, databaseAnswerLimitMs: PATIENCE_MS };
  const openPatient = (): Promise<Database> => openProjectDatabase(patient, undefined);
  await ensureDerived({ derived, database, invalidation, openPatient, log: options.log });
}

interface Composition extends AppOptions {
  readonly keys: JwtKeys;
  readonly hub: Hub | undefined;
  readonly database: Database;
  readonly statements: StatementCounter | undefined;
  /** Within a transaction of a running service, which keeps the features of the project when this one ends. */
  readonly isJoined?: true;
  /** Those of the running service, within a transaction of it. */
  readonly outbox?: ServiceOutbox;
  readonly invalidation?: Invalidation;
}

async function composeApp(options: Composition): Promise<App> {
  const { config, log, statements, database, clock = SYSTEM_CLOCK } = options;
  const manifest = withProjectCode(options.manifest, config.extensions);
  const registry = createResourceRegistry(
    projectResources(manifest.resources, manifest.user).map(withRequiredFiles).map(withAccountFields),
    BASE_TYPES,
    disabledBuiltIns(config),
  );
  const rowRules = parseReadRules(registry, config.user.security.read);
  const iris = createIriConverter(registry, config.apiPrefix, config.server.publicUrl);
  const gate = createExpressionGate();
  const slots = createSlotIndex(registry);
  const outbox = options.outbox ?? createOutbox({ database, clock, log });
  const invalidation = options.invalidation ?? (await openInvalidation(options, outbox));
  const kernel = createKernel({
    ...{ config, registry, iris, database, gate, clock, log, outbox, invalidation },
    indexes: [slots],
  });
  const jobs = createJobs({ queue: config.queue, database, outbox, log });
  const uploads = await createUploads({ ...kernel, openStorage });
  const origins = createOriginPolicy(config.cors.allowOrigin, config.server.publicUrl);
  const realtime = createRealtime({
    ...{ config, registry, gate, clock, log, hub: options.hub },
    allowsOrigin: origins.isAllowed,
  });
  const subscribers = realtime && { topicsFor: realtime.patternsFor, hubCookie: realtime.cookie };
  const mailer = createMailer({ ...config.mailer, projectRoot: config.projectRoot });
  const templates = createMailTemplates(config.projectRoot);
  const users = createUsers({
    ...subscribers,
    ...options.accounts,
    ...{ ...kernel, mailer, templates, resource: registry.require(USER) },
    addressChanges: createThrottle(ADDRESS_CHANGES),
    registrations: createThrottle(REGISTRATIONS),
    nameChecks: createThrottle(REGISTRATIONS),
  });
  const answers = createAnswers(kernel);
  const formTypes = createFormTypes({
    authored: manifest.forms,
    configured: config.extensions.forms ?? [],
    builtIn: createAccountForms({ config, users, resource: registry.require(USER) }),
    guards: { [USER]: createRegistrationGuard(users) },
    constraints: config.extensions.constraints ?? {},
  });
  const { features, remove } = createFeatures({
    ...{ kernel, slots, answers, rowRules, uploads, users, realtime },
    forms: {
      ...{ types: formTypes, virtualForms: VIRTUAL_FORMS, mailer, templates },
      privateKey: options.keys.privateKey,
    },
  });
  const operations = compileOperations({ kernel, features, remove });
  const service = { registry, iris, database, operations, outbox, jobs, log };
  jobs.connect(features.flatMap((feature) => feature.jobs?.(service) ?? []));
  if (!options.isJoined) {
    const told = { name: 'response-cache', channels: () => invalidation.channels };
    const worked = { name: 'jobs', channels: () => [jobs.channel] };
    outbox.connect(compileChannels([...features, told, worked], service));
  }
  const kept = collectDerived(features);
  const { run } = operations;
  const accounts = createAccounts({
    ...subscribers,
    ...options.accounts,
    ...kernel,
    users,
    keys: options.keys,
    run,
  });
  const others = createAccountEndpoints(kernel, { accounts, answers, service });
  const documentation = createDocumentation(kernel, {
    openApi: options.openApi,
    coreResources: withFormTypes(projectResources([], manifest.user), formTypes),
    release: `${packageVersion()}@${manifestHash(manifest).slice(0, 7)}`,
  });
  return {
    ...{ ...service, config, uploads, accounts, invalidation },
    derived: kept.derived,
    doctor: createDoctor(kept, { database, invalidation }),
    openApi: () => documentation.openApi(),
    featureCommands: features.flatMap(({ commands }) => commands ?? []),
    express: createHttpApp({
      ...{ config, log, clock, origins },
      ...(realtime === undefined ? {} : { hubLink: realtime.link }),
      ...(statements === undefined ? {} : { statements }),
      endpoints: compileEndpoints({ features, service, answers, describe: documentation.describe, others }),
      authenticator: accounts.authenticator,
      // What a larger transaction reads is not committed yet.
      kept:
        keepsAnswers(config) && options.isJoined === undefined
          ? {
              invalidation,
              isSettled: createIsSettled({ features, operations, invalidation, clock, log }),
              uncached: UNCACHED,
              sessionCookie: config.refreshToken.cookieName,
            }
          : undefined,
      refusalHeaders: compileRefusalHeaders(features),
      mounts: [
        ...(realtime?.mounts ?? []),
        createDocsAssetsMount(config.apiPrefix),
        ...createPublicFileMounts({ config, uploads, log, cors: origins.fileCors }),
      ],
    }),
    startServing() {
      outbox.startSending();
      jobs.startWaiting();
      for (const feature of features) feature.start?.();
    },
    endStreams() {
      jobs.stopWaiting();
      realtime?.endStreams();
    },
    async inTransaction(work) {
      try {
        return await joinTransaction({ ...options, outbox, invalidation }, work);
      } finally {
        for (const { unitOfWork } of features) unitOfWork?.writtenElsewhere?.();
      }
    },
    async close() {
      if (!options.isJoined) {
        jobs.stopWaiting();
        await Promise.all([outbox.close(), invalidation.close()]);
      }
      await mailer.close();
      const own = options.isJoined ? features.filter((one) => !config.features.includes(one)) : features;
      for (const feature of own) await feature.close?.();
      await database.close();
    },
  };
}

/** Code of the project decides what forms show, and nothing tells when that changes. */
const UNCACHED = ['/component/forms'];

const keepsAnswers = ({ httpCache }: AppConfig): boolean => httpCache.responseCache.maxBytes > 0;

async function openInvalidation(
  { config, database, log }: Composition,
  outbox: ServiceOutbox,
): Promise<Invalidation> {
  if (!keepsAnswers(config)) return NO_INVALIDATION;
  const { tablePrefix, redisUrl } = config;
  const feed = await openInvalidationFeed({
    ...{ url: config.database.url, tablePrefix, redisUrl },
    ...{ database, outbox, log },
  });
  return createInvalidation(feed);
}

/** The same service on a connection of one transaction. */
async function joinTransaction<Result>(
  options: Composition,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const apps: App[] = [];
  try {
    return await inOneTransaction(options.database, async (joined) => {
      const app = await composeApp({ ...options, database: joined, isJoined: true });
      apps.push(app);
      return work(app);
    });
  } finally {
    for (const app of apps) await app.close();
  }
}

function disabledBuiltIns({ enabledComponents }: AppConfig): ReadonlySet<string> {
  return new Set([
    ...(enabledComponents.form ? [] : ['Form']),
    ...(enabledComponents.collection ? [] : ['Collection']),
  ]);
}

async function openProjectDatabase(
  { config, manifest, log, onStatement, databaseAnswerLimitMs }: AppOptions,
  statements: StatementCounter | undefined,
): Promise<Database> {
  const isCounted = statements !== undefined || onStatement !== undefined;
  const database = await openDatabase({
    url: config.database.url,
    pooler: config.database.pooler,
    tablePrefix: config.tablePrefix,
    tables: modelDefinitions(manifest, config.features),
    log,
    ...(databaseAnswerLimitMs === undefined ? {} : { answerLimitMs: databaseAnswerLimitMs }),
    ...(isCounted
      ? {
          onStatement(sql: string) {
            statements?.onStatement();
            onStatement?.(sql);
          },
        }
      : {}),
  });
  await assertSupportedServer(database);
  return database;
}

/** Generated types bring their own Sequelize attributes; the tables of the package are defined as data. */
function modelDefinitions(
  { resources, user }: Manifest,
  features: AppConfig['features'],
): readonly ModelDefinition[] {
  const generated = new Map(resources.map(({ table, attributes }) => [table, attributes]));
  return projectTables(resources, user?.fields, features).map((table) => {
    const attributes = generated.get(table.name);
    return attributes === undefined ? modelDefinition(table) : { table: table.name, attributes };
  });
}
