import { createPrivateKey, createPublicKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createAccounts, type Accounts } from '../../../runtime/accounts/index.js';
import type { AppConfig } from '../../../runtime/config/app-config.js';
import { parseConfig } from '../../../runtime/config/load-config.js';
import type { Database } from '../../../runtime/contract/database.js';
import type { UserExtension } from '../../../runtime/contract/manifest.js';
import { accountEndpoints } from '../../../runtime/http/endpoints/accounts.js';
import { createHttpApp } from '../../../runtime/http/http-app.js';
import { createHttpServer } from '../../../runtime/http/server.js';
import { createUserListPrinter } from '../../../runtime/http/user-list-printer.js';
import { createMailer, type OnUserEmail } from '../../../runtime/mail/index.js';
import { accountTables } from '../../../runtime/metadata/core-resources/account-tables.js';
import { uniqueLockTable } from '../../../runtime/metadata/core-resources/unique-lock-table.js';
import { modelDefinition, openDatabase } from '../../../runtime/persistence/database.js';
import { openMigrationConnection } from '../../../runtime/persistence/migrations/connection.js';
import { createMigrator } from '../../../runtime/persistence/migrations/migrator.js';
import type { Logger, LogEntry } from '../../../runtime/ports/logger.js';
import type { PasswordHasher } from '../../../runtime/ports/password-hasher.js';
import { createExpressionGate } from '../../../runtime/security/authorization/expression-gate.js';
import {
  createLoginThrottle,
  type AccountCheck,
  type HubCookie,
  type LoginThrottleOptions,
} from '../../../runtime/security/index.js';
import { createTestDatabase } from '../../support/database.js';
import { JWT_KEYS, JWT_PASSPHRASE } from '../../support/jwt-keys.js';
import { startMailServer, type TestMailServer } from './mail-server.js';

export interface AccountSite {
  readonly url: string;
  readonly config: AppConfig;
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
  readonly throttle?: LoginThrottleOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly extension?: UserExtension;
  readonly hasher?: PasswordHasher;
  readonly hubCookie?: HubCookie;
  readonly onUserEmail?: OnUserEmail;
  readonly userChecker?: AccountCheck;
}

export const FRONT_END = 'https://www.example.com';

/** Accounts over a real database, a real server and a real mail server. */
export async function startAccountSite(options: SiteOptions = {}): Promise<AccountSite> {
  const [mail, testDatabase] = await Promise.all([startMailServer(), createTestDatabase()]);
  const config = await testConfig(options, mail.dsn, testDatabase.url);
  const tables = [...accountTables(options.extension?.fields), uniqueLockTable];
  await createMigrator({
    connect: () => openMigrationConnection(testDatabase.url),
    tablePrefix: config.tablePrefix,
    migrations: [
      { id: '0001_accounts', up: tables.map((table) => ({ kind: 'createTable', table })), down: [] },
    ],
    log: SILENT,
  }).run();
  const log: LogEntry[] = [];
  const logger = collectingLogger(log);
  const database = await openDatabase({
    url: testDatabase.url,
    tablePrefix: config.tablePrefix,
    tables: tables.map(modelDefinition),
    log: logger,
  });
  const clock = createTestClock();
  const mailer = createMailer({ ...config.mailer, projectRoot: config.projectRoot });
  const accounts = createAccounts({
    config,
    database,
    mailer,
    keys: {
      privateKey: createPrivateKey({ key: JWT_KEYS.privateKey, passphrase: JWT_PASSPHRASE }),
      publicKey: createPublicKey(JWT_KEYS.publicKey),
    },
    gate: createExpressionGate(),
    clock,
    log: logger,
    extension: options.extension,
    hasher: options.hasher,
    hubCookie: options.hubCookie,
    onUserEmail: options.onUserEmail,
    userChecker: options.userChecker,
    throttle: createLoginThrottle(options.throttle),
  });
  const app = createHttpApp({
    config,
    endpoints: accountEndpoints({
      accounts,
      printUsers: createUserListPrinter({ accounts, config, readable: () => undefined }),
      // Here are no types whose records could name a user.
      async removeUser(id) {
        const sql = `delete from ${database.table('user')} where id = :id`;
        await database.transaction((session) => session.run(sql, { id }));
      },
    }),
    authenticator: accounts.authenticator,
    clock,
    log: logger,
  });
  const server = createHttpServer({ listener: app, config });
  const { url } = await server.listen(0, '127.0.0.1');
  return {
    url: url + config.apiPrefix,
    config,
    accounts,
    database,
    mail,
    clock,
    log,
    async close() {
      await server.close(100);
      await mailer.close();
      await mail.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** A clock that only moves on request, so that nothing expires by chance. */
function createTestClock(): TestClock {
  let now = Math.floor(Date.now() / 1000) * 1000;
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
  };
}

const SILENT: Logger = { error() {}, warn() {}, info() {}, debug() {} };

function collectingLogger(entries: LogEntry[]): Logger {
  const add = (entry: LogEntry): void => void entries.push(entry);
  return { error: add, warn: add, info: add, debug: add };
}

const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function testConfig(options: SiteOptions, dsn: string, databaseUrl: string): Promise<AppConfig> {
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
    },
    {
      projectRoot: PROJECT_ROOT,
      env: {
        NODE_ENV: 'development',
        DATABASE_URL: databaseUrl,
        MAILER_DSN: dsn,
        MAILER_FROM: 'Example Site <site@example.com>',
        ...options.env,
      },
    },
  );
}
