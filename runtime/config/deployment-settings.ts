import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ConfigProblem } from '../kernel/contract/config-problem.js';
import { problemAt } from '../kernel/settings/place.js';
import { group, integer, mapped, ofService } from '../kernel/settings/setting.js';
import { defineSettings } from '../kernel/settings/settings.js';
import { choiceVariable, variable } from '../kernel/settings/variable.js';
import { kindOfDatabase } from '../kernel/util/database/database-url.js';
import { checkOrigin } from '../kernel/util/http/origins.js';
import { isLoopback } from '../kernel/util/http/loopback.js';
import { DEFAULT_HOST, isPort, parsePort } from './place.js';
import { checkTrustedProxies, parseTrustedProxies, type TrustedProxies } from './trusted-proxies.js';

const UNKNOWN_SENDER = 'no-reply@localhost.localdomain';
const TRANSPORTS = 'use smtp://, smtps://, file:DIR or null:';

/** Settings of each machine, all from the environment (accounts.md section 11.1). */
export const DEPLOYMENT_SETTINGS = defineSettings({
  name: 'Deployment',
  members: {
    environment: variable('NODE_ENV', {
      description:
        'Mode: production, test or development. Missing settings get default values in development and are errors in production.',
      example: 'production',
      parse: (mode) => (mode === 'production' || mode === 'test' ? mode : 'development'),
      absent: () => 'development' as const,
    }),
    server: mapped(
      group('Server address.', {
        host: variable('HOST', {
          description: 'IP address or host name that the server listens on.',
          example: DEFAULT_HOST,
          absent: () => DEFAULT_HOST,
        }),
        port: variable('PORT', {
          description: 'Port that the server listens on.',
          example: '8000',
          check: (value, name) =>
            isPort(value)
              ? []
              : problemAt(name, `"${value}" is not a valid port`, 'use a number from 0 to 65535'),
          parse: parsePort,
          absent: () => parsePort(''),
        }),
        workers: variable('WORKERS', {
          description: 'Number of worker processes of `cms serve`, or `auto` for one per CPU core.',
          example: '4',
          check: (value, name) =>
            parseWorkers(value) === undefined
              ? problemAt(
                  name,
                  `"${value}" is not a valid number of processes`,
                  `use a number from 1 to ${MOST_WORKERS}, or auto`,
                )
              : [],
          parse: (value) => parseWorkers(value) ?? 1,
          absent: () => 1,
        }),
        // Absolute URLs are built from it, never from a request.
        public_url: variable('PUBLIC_URL', {
          description:
            'Public URL of the server: scheme, host and optional port. Used for all absolute URLs.',
          example: 'http://localhost:8000',
          check: checkOrigin,
          parse: (_, { publicUrl }) => publicUrl,
          absent: ({ publicUrl }) => publicUrl,
        }),
        trusted_proxies: variable('TRUSTED_PROXIES', {
          description:
            'Reverse proxies whose X-Forwarded-For header is trusted: comma-separated addresses, CIDR ranges or `loopback`, or the number of proxies.',
          example: '127.0.0.1',
          check: checkTrustedProxies,
          parse: parseTrustedProxies,
          absent: (): TrustedProxies => [],
        }),
      }),
      (server, { notice }) => {
        if (hidesVisitors(server))
          notice(
            'PUBLIC_URL implies a reverse proxy, but TRUSTED_PROXIES is not set: all visitors share one rate limit for failed logins and registrations.',
          );
        return server;
      },
    ),
    database: group('Database connection.', {
      url: variable('DATABASE_URL', {
        description:
          'URL of the database; `sqlite:FILE` for an embedded one. Required in production. In development, defaults to an SQLite file in the data folder.',
        needed:
          'use postgres://USER:PASSWORD@HOST/NAME, mysql://USER:PASSWORD@HOST/NAME, or sqlite:FILE for an embedded database',
        example: 'postgres://user:password@localhost:5432/database',
        check: checkDatabaseUrl,
        parse: (url, { projectRoot }) => {
          const file = sqliteFile(url);
          return file === undefined || file === ':memory:' ? url : `sqlite:${resolve(projectRoot, file)}`;
        },
        absent: ({ dataDir }) => `sqlite:${resolve(dataDir, 'cms.sqlite')}`,
      }),
      pooler: variable('DATABASE_POOLER', {
        description: 'Mode of the connection pooler: transaction or session. Detected at startup by default.',
        example: 'transaction',
        check: (mode, name) =>
          isPoolerMode(mode)
            ? []
            : problemAt(
                name,
                `"${mode}" is not a connection pooler mode`,
                'use transaction or session, or remove it to detect the mode',
              ),
        parse: (mode) => (isPoolerMode(mode) ? mode : null),
      }),
      wait_seconds: variable('DATABASE_WAIT_SECONDS', {
        description:
          'Maximum time that `cms serve` waits for the database server at startup, in seconds; 0 disables waiting.',
        example: '30',
        check: (value, name) =>
          /^\d{1,5}$/.test(value)
            ? []
            : problemAt(name, `"${value}" is not a number of seconds`, 'use a whole number such as 30'),
        parse: Number,
        absent: () => 30,
      }),
      replica_urls: variable('DATABASE_REPLICA_URLS', {
        description:
          'Comma-separated URLs of read replicas, used for anonymous reads that are not cached (docs/how-to/read-replicas.md).',
        example: 'postgres://user:password@replica:5432/database',
        check: (text, name) => urlsOf(text).flatMap((url) => checkReplicaUrl(url, name)),
        parse(text, { variable: read, refuse }): readonly string[] {
          const urls = urlsOf(text);
          const of = kindOfDatabase(read('DATABASE_URL') ?? 'sqlite:');
          if (urls.some((url) => kindOfDatabase(url) !== of)) refuse(otherKind(of));
          return urls;
        },
        absent: (): readonly string[] => [],
      }),
      replica_max_lag_ms: integer(
        'Maximum replication lag of a read replica, in milliseconds. A replica with a longer lag is removed from rotation.',
        { minimum: 100, maximum: 60_000, default: 1000 },
      ),
      pool: integer(
        'Maximum number of database connections per process, half of them for reads and half for writes.',
        { minimum: 2, default: 20 },
      ),
    }),
    data_dir: variable('CMS_DATA_DIR', {
      description: 'Data folder for files of the service, relative to the project.',
      example: 'var',
      parse: (_, { dataDir }) => dataDir,
      absent: ({ dataDir }) => dataDir,
    }),
    mailer: ofService(
      group('Mail delivery.', {
        dsn: variable('MAILER_DSN', {
          description:
            'URL of the mail transport, with the scheme smtp, smtps, file or null. Required in production. In development, mails are written to the data folder by default.',
          example: 'smtp://localhost:1025',
          needed: TRANSPORTS,
          check: (dsn, name) =>
            /^(?:smtps?:\/\/.|file:.|null:)/.test(dsn)
              ? []
              : problemAt(name, 'is not a supported transport', TRANSPORTS),
          parse: (dsn, { projectRoot }) =>
            dsn.replace(
              /^file:(?:\/\/(?=\/))?(.+)$/,
              (_, folder: string) => `file:${resolve(projectRoot, folder)}`,
            ),
          absent: ({ dataDir }) => `file:${resolve(dataDir, 'mails')}`,
        }),
        from: variable('MAILER_FROM', {
          description: 'Sender address of mails.',
          example: 'website@example.com',
          earlierName: 'MAILER_EMAIL',
          needed: 'set it to the sender address of mails',
          absent: () => UNKNOWN_SENDER,
        }),
      }),
      { dsn: 'null:', from: UNKNOWN_SENDER },
    ),
    log_level: choiceVariable('LOG_LEVEL', ['error', 'warn', 'info', 'debug', 'silent'], {
      description: 'Minimum log level: error, warn, info, debug or silent.',
      example: 'info',
      usual: 'info',
    }),
  },
});

/** Upper limit that catches typing errors. */
const MOST_WORKERS = 256;

function parseWorkers(text: string): number | undefined {
  if (text === 'auto') return Math.min(availableParallelism(), MOST_WORKERS);
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST_WORKERS ? count : undefined;
}

interface Address {
  readonly host: string;
  readonly publicUrl: string;
  readonly trustedProxies: TrustedProxies;
}

/**
 * Returns whether all visitors would share one address: a public server that listens on a loopback address is behind
 * a local proxy.
 */
function hidesVisitors({ host, publicUrl, trustedProxies }: Address): boolean {
  const isNamed = typeof trustedProxies === 'number' || trustedProxies.length > 0;
  return isLoopback(host) && !isLoopback(new URL(publicUrl).hostname) && !isNamed;
}

const sqliteFile = (url: string): string | undefined => /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];

function checkDatabaseUrl(url: string, name: string): readonly ConfigProblem[] {
  if (sqliteFile(url) !== undefined) return [];
  if (!/^(?:postgres|postgresql|mysql|mariadb):\/\/[^/]/.test(url) || !URL.canParse(url))
    return problemAt(
      name,
      'is not the URL of a supported database',
      'use postgres://, mysql://, mariadb:// or sqlite:PATH',
    );
  if (new URL(url).pathname.length > 1) return [];
  return problemAt(name, 'has no database name', 'append the name: postgres://USER:PASSWORD@HOST:PORT/NAME');
}

const urlsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');

function checkReplicaUrl(url: string, name: string): readonly ConfigProblem[] {
  return sqliteFile(url) === undefined
    ? checkDatabaseUrl(url, name)
    : problemAt(
        name,
        'refers to an embedded database',
        'use URLs of database servers, or remove the variable',
      );
}

const otherKind = (of: ReturnType<typeof kindOfDatabase>): ConfigProblem =>
  of === 'sqlite'
    ? {
        key: 'DATABASE_REPLICA_URLS',
        problem: 'is set, but an embedded database does not support replicas',
        advice: 'remove it, or set DATABASE_URL to a PostgreSQL, MariaDB or MySQL server',
      }
    : {
        key: 'DATABASE_REPLICA_URLS',
        problem: 'refers to a different type of database than DATABASE_URL',
        advice: `use URLs of replicas of the same database (${of}://)`,
      };

const isPoolerMode = (mode: string): mode is 'transaction' | 'session' =>
  mode === 'transaction' || mode === 'session';
