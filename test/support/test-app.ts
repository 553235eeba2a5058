import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifest as sampleManifest } from '../../generated/manifest.js';
import openApi from '../../generated/openapi.json' with { type: 'json' };
import { createApp } from '../../runtime/app.js';
import type { App } from '../../runtime/app.js';
import type { AppConfig } from '../../runtime/config/app-config.js';
import { parseConfig } from '../../runtime/config/load-config.js';
import type { DeclaredFeature } from '../../runtime/kernel/contract/features/declared-feature.js';
import type { ProjectExtensions } from '../../runtime/config/app-config.js';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import type { Manifest } from '../../runtime/kernel/contract/schema/manifest.js';
import { createHttpServer } from '../../runtime/adapters/http/server.js';
import { projectTables } from '../../runtime/project/project-types.js';
import type { ApiPart } from '../../runtime/kernel/contract/http/api-part.js';
import type { Clock } from '../../runtime/kernel/ports/clock.js';
import { ACCOUNT_PARTS } from '../../runtime/features/accounts/public-api.js';
import { provide } from '../../runtime/kernel/contract/features/feature-api.js';
import type { Logger } from '../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import { createTestClient } from './test-client.js';
import type { TestClient } from './test-client.js';
import { JWT_KEYS, JWT_PASSPHRASE } from './jwt-keys.js';
import { createQuickHasher } from './quick-hasher.js';
import { reservedNames } from './reserved-words.js';
import { createMigratedDatabase, migrate, type TestTables } from './migrated-database.js';

export interface TestAppOptions {
  readonly manifest?: Manifest;
  /** Members of `cms.config.json` that override those of the sample site. */
  readonly config?: JsonObject;
  readonly extensions?: ProjectExtensions;
  readonly features?: readonly DeclaredFeature[];
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** A migrated database that outlives the application. Default: a new database for each application. */
  readonly databaseUrl?: string;
  /** Whether the given database has no tables yet. */
  readonly isEmpty?: true;
  /** For browsers, which use the addresses in documents. Default: any free port. */
  readonly port?: number;
  /** Folder of the project. Default: that of the sample site. */
  readonly projectRoot?: string;
  /** Whether it runs the background work of a serving process. Default: true. */
  readonly isServing?: false;
}

export interface TestApp extends TestClient {
  readonly app: App;
  readonly config: AppConfig;
  /** Scheme, host and port of the listening server. */
  readonly origin: string;
  /**
   * SQL statements since the last call, without background work. Periodic look-ups of a process are included only on
   * request.
   */
  takeStatements(lookUps?: 'and look-ups'): string[];
  close(): Promise<void>;
}

/** The real application with a real, migrated database, listening on a free loopback port. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { databaseUrl } = options;
  const manifest = options.manifest ?? sampleManifest;
  const tables = tablesOf(manifest, options);
  const database =
    databaseUrl === undefined
      ? await createMigratedDatabase(tables)
      : { url: databaseUrl, drop: () => Promise.resolve() };
  if (options.isEmpty) await migrate(database.url, tables);
  const dataDir = await mkdtemp(join(tmpdir(), 'cms-data-'));
  const config = await testConfig(database.url, dataDir, options);
  let statements: string[] = [];
  const app = await createApp({
    config,
    manifest,
    // The document is JSON. Its inferred type is only more precise.
    openApi: openApi as unknown as ApiPart,
    log: options.log ?? SILENT_LOGGER,
    provides: [provide(ACCOUNT_PARTS, { hasher: createQuickHasher() })],
    onStatement(sql) {
      noteNames(sql);
      if (!isBackground(sql)) statements.push(sql);
    },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const server = createHttpServer({
    listener: app.express,
    config,
    endStreams: () => app.endStreams(),
  });
  const { url: origin } = await server.listen(options.port ?? 0, '127.0.0.1');
  if (options.isServing !== false) await app.startServing();
  return {
    ...createTestClient({ app, origin, prefix: config.apiPrefix }),
    app,
    config,
    origin,
    takeStatements(lookUps) {
      const taken = statements;
      statements = [];
      return lookUps === undefined
        ? taken.filter((sql) => !isDueLookUp(sql) && !isWebhookLookUp(sql))
        : taken;
    },
    async close() {
      await server.close(0);
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      const found = [...unquoted.values()];
      unquoted.clear();
      if (found.length > 0) throw new Error(`Reserved words as names: ${found.join('\n')}`);
    },
  };
}

const seen = new Set<string>();
/** Statements of this worker that use a reserved word of some database as a name, with those words. */
const unquoted = new Map<string, string>();

/** Checks each text once, because most texts are repeated. */
function noteNames(sql: string): void {
  const text = sql.length > LONGEST_TEXT ? sql.replace(ROWS, '') : sql;
  if (!OF_ROWS.test(text) || seen.has(text)) return;
  seen.add(text);
  const found = reservedNames(text);
  if (found.length > 0) unquoted.set(text, `${found.join(', ')} in: ${text}`);
}

/** Longer texts contain values of rows. */
const LONGEST_TEXT = 4000;
const ROWS = / values \([\s\S]*$/i;
/** Statements that name columns. Other statements belong to tests or control transactions. */
const OF_ROWS = /^\s*\(?(?:select|insert|update|delete|with)\b/i;

/** Statements of background work, which run at any time: sending messages, scheduled jobs, expiring live routes. */
const isBackground = (sql: string): boolean =>
  (/outbox_|scheduled_job/.test(sql) && !/insert into \S*outbox_message|max\(m\.position\)/.test(sql)) ||
  /^delete from \S*webhook_live_route["`]$/.test(sql);

/** Look-ups of due drafts, and of records that expire. */
export const isDueLookUp = (sql: string): boolean => /\b(?:due_draft|expiring)\b/.test(sql);

/** Look-up of webhooks without a change feed. One of the first writes runs it, and then one every two seconds. */
const isWebhookLookUp = (sql: string): boolean => /from \S*webhook["`] w\b/.test(sql);

const SAMPLE_SITE = new URL('../..', import.meta.url).pathname;

async function testConfig(
  url: string,
  dataDir: string,
  { config = {}, extensions = {}, features = [], env = {}, projectRoot = SAMPLE_SITE }: TestAppOptions,
): Promise<AppConfig> {
  const keys = { JWT_SECRET_KEY: join(dataDir, 'private.pem'), JWT_PUBLIC_KEY: join(dataDir, 'public.pem') };
  await writeFile(keys.JWT_SECRET_KEY, JWT_KEYS.privateKey);
  await writeFile(keys.JWT_PUBLIC_KEY, JWT_KEYS.publicKey);
  const sample = JSON.parse(
    await readFile(new URL('../../cms.config.json', import.meta.url), 'utf8'),
  ) as JsonObject;
  return parseConfig(
    {
      ...sample,
      access_control: [],
      mercure: false,
      schedule: { scan_orphaned: false, publications: false },
      limits: PATIENT,
      logs: SILENT_ON_SLOWNESS,
      ...withoutResponseCache(config),
      extensions,
      features,
    },
    {
      projectRoot,
      env: {
        DATABASE_URL: url,
        CMS_DATA_DIR: dataDir,
        MAILER_DSN: 'null:',
        LOG_LEVEL: 'error',
        ...keys,
        JWT_PASSPHRASE,
        ...env,
      },
    },
  );
}

/** A busy machine must not fail a test. Tests of limits set their own. */
const PATIENT = { statement_ms: 60_000, lock_ms: 60_000 };

/** It must not add log lines either. */
const SILENT_ON_SLOWNESS = { slow_statement_ms: 0 };

/** Tests check computed responses. Tests of the cache enable it. */
const withoutResponseCache = (config: JsonObject): JsonObject => ({
  ...config,
  http_cache: { response_cache: { max_bytes: 0 }, ...(config.http_cache as JsonObject | undefined) }, // as the schema has it
});

function tablesOf({ resources, user }: Manifest, { config = {}, features }: TestAppOptions): TestTables {
  return {
    tables: projectTables(resources, user?.fields, features),
    // Like in a configuration file, null means none, and a missing key means the default.
    tablePrefix: config.table_prefix === undefined ? '_acb_' : String(config.table_prefix ?? ''),
  };
}
