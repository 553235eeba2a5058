import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp, type App } from '../../../runtime/app.js';
import type { AppConfig } from '../../../runtime/config/app-config.js';
import { parseConfig } from '../../../runtime/config/load-config.js';
import type { Database } from '../../../runtime/kernel/contract/database/database.js';
import type { ProjectExtensions } from '../../../runtime/config/app-config.js';
import type { UserExtension } from '../../../runtime/kernel/contract/schema/manifest.js';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import type { Logger, LogEntry } from '../../../runtime/kernel/ports/logger.js';
import type { PasswordHasher } from '../../../runtime/kernel/ports/password-hasher.js';
import {
  type AccountCheck,
  type HubCookie,
  type LoginLimits,
} from '../../../runtime/features/accounts/authentication/index.js';
import { JWT_KEYS, JWT_PASSPHRASE } from '../../support/jwt-keys.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { createQuickHasher } from '../../support/quick-hasher.js';
import { startMailServer, type TestMailServer } from './mail-server.js';
import type { OnUserEmail } from '../../../runtime/features/accounts/mails/index.js';
import type { Accounts } from '../../../runtime/features/accounts/accounts.js';
import { provide } from '../../../runtime/kernel/contract/features/feature-api.js';
import { ACCOUNT_PARTS, ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';

export interface AccountSite {
  readonly url: string;
  readonly config: AppConfig;
  readonly app: App;
  readonly accounts: Accounts;
  readonly database: Database;
  readonly mail: TestMailServer;
  readonly clock: TestClock;
  readonly log: LogEntry[];
  close(): Promise<void>;
}

export interface TestClock {
  now(): Date;
  advance(seconds: number): void;
}

export interface SiteOptions {
  /** Merged over the `user` part of the configuration. */
  readonly user?: Readonly<Record<string, unknown>>;
  readonly throttle?: LoginLimits;
  readonly env?: Readonly<Record<string, string>>;
  readonly extension?: UserExtension;
  readonly hasher?: PasswordHasher;
  readonly hubCookie?: HubCookie;
  readonly onUserEmail?: OnUserEmail;
  readonly userChecker?: AccountCheck;
  readonly extensions?: ProjectExtensions;
}

export const FRONT_END = 'https://www.example.com';

/** Starts the application with a real database, a real server and a real mail server. */
export async function startAccountSite(options: SiteOptions = {}): Promise<AccountSite> {
  const { extension, throttle, hasher, hubCookie, onUserEmail, userChecker } = options;
  const tables = projectTables([], extension?.fields);
  const [mail, testDatabase] = await Promise.all([
    startMailServer(),
    createMigratedDatabase({ tables, tablePrefix: '_acb_' }),
  ]);
  const dataDir = await mkdtemp(join(tmpdir(), 'cms-accounts-'));
  const config = await testConfig(options, { dsn: mail.dsn, databaseUrl: testDatabase.url, dataDir });
  const log: LogEntry[] = [];
  const logger = collectingLogger(log);
  const clock = createTestClock();
  const app = await createApp({
    config,
    manifest: {
      resources: [],
      forms: [],
      ...(extension === undefined ? {} : { user: extension }),
    },
    openApi: { paths: {} },
    log: logger,
    clock,
    provides: [
      provide(ACCOUNT_PARTS, {
        hasher: hasher ?? createQuickHasher(),
        hubCookie,
        onUserEmail,
        userChecker,
        loginLimits: throttle,
      }),
    ],
  });
  const server = createHttpServer({ listener: app.express, config });
  const { url } = await server.listen(0, '127.0.0.1');
  return {
    url: url + config.apiPrefix,
    config,
    app,
    accounts: app.get(ACCOUNTS),
    database: app.database,
    mail,
    clock,
    log,
    async close() {
      await server.close(100);
      await app.close();
      await mail.close();
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A manually controlled clock, so that nothing expires by chance. */
function createTestClock(): TestClock {
  let now = Math.floor(Date.now() / 1000) * 1000;
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
  };
}

function collectingLogger(entries: LogEntry[]): Logger {
  const add = (entry: LogEntry): void => void entries.push(entry);
  return { error: add, warn: add, info: add, debug: add };
}

const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Places {
  readonly dsn: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
}

async function testConfig(options: SiteOptions, { dsn, databaseUrl, dataDir }: Places): Promise<AppConfig> {
  const keys = { JWT_SECRET_KEY: join(dataDir, 'private.pem'), JWT_PUBLIC_KEY: join(dataDir, 'public.pem') };
  await writeFile(keys.JWT_SECRET_KEY, JWT_KEYS.privateKey);
  await writeFile(keys.JWT_PUBLIC_KEY, JWT_KEYS.publicKey);
  return parseConfig(
    {
      website_name: 'Example Site',
      api_prefix: '/_api',
      publishable: { permission: "is_granted('ROLE_ADMIN')" },
      refresh_token: { cookie_name: 'api_component', ttl: 604_800 },
      cors: { allow_origin: [FRONT_END] },
      user: {
        class_name: 'User',
        email_verification: {
          verify_on_register: true,
          verify_on_change: true,
          deny_unverified_login: true,
          email: { default_redirect_path: '/verify-email/{{ username }}/{{ token }}' },
        },
        new_email_confirmation: {
          email: { default_redirect_path: '/confirm-new-email/{{ username }}/{{ new_email }}/{{ token }}' },
        },
        password_reset: { email: { default_redirect_path: '/reset-password/{{ username }}/{{ token }}' } },
        email_links: { allowed_origins: ['https://www\\.example\\.com'] },
        ...options.user,
      },
      extensions: options.extensions ?? {},
    },
    {
      projectRoot: PROJECT_ROOT,
      env: {
        NODE_ENV: 'development',
        DATABASE_URL: databaseUrl,
        CMS_DATA_DIR: dataDir,
        ...keys,
        JWT_PASSPHRASE,
        MAILER_DSN: dsn,
        MAILER_FROM: 'Example Site <site@example.com>',
        ...options.env,
      },
    },
  );
}
