import { resolve } from 'node:path';
import type { AppConfig } from './app-config.js';
import { badOrigin } from './check-config.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import { readList, readVariable, type Environment } from './env.js';
import { isLoopback } from './loopback.js';
import { isUsableOriginPattern, parseOrigin } from './origins.js';
import type { RawConfig } from './raw-config.js';
import { readMercure } from './read-mercure.js';
import { missing, type Reading } from './reading.js';
import { parseTrustedProxies } from './trusted-proxies.js';

export type Deployment = Pick<
  AppConfig,
  | 'environment'
  | 'conveniences'
  | 'server'
  | 'database'
  | 'dataDir'
  | 'mailer'
  | 'admin'
  | 'logLevel'
  | 'mercure'
  | 'redisUrl'
> & {
  readonly jwt: Pick<AppConfig['jwt'], 'secretKeyPath' | 'publicKeyPath' | 'passphrase' | 'cookieSameSite'>;
  /** From the environment; null leaves the file's list alone. */
  readonly allowOrigin: readonly string[] | null;
  readonly defaultLinkOrigin: string | null;
  readonly cloudflare: AppConfig['httpCache']['cloudflare'];
  readonly bucketKeys: { readonly accessKeyId: string | null; readonly secretAccessKey: string | null };
};

const SAME_SITE = ['lax', 'strict', 'none'] as const;
const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const;

/** What the first administrator signs in with where nothing is configured; everybody knows it. */
export const DEVELOPMENT_PASSWORD = 'admin';

/**
 * What a configuration is for. A command that only looks at the database or changes it is not asked for what the service
 * needs beside it: keys of sessions, a mail server, a hub, the first administrator.
 */
export type ConfigUse = 'service' | 'database';

/** Everything that comes from the environment, with the rules of contract decisions 56 and 58. */
export function readDeployment(
  { projectRoot, env, use = 'service' }: DeploymentPlace,
  raw: DeploymentSettings | null,
): { readonly deployment: Deployment; readonly problems: readonly ConfigProblem[] } {
  const mode = readVariable(env, 'NODE_ENV');
  const host = readVariable(env, 'HOST') ?? '127.0.0.1';
  const exposure = findExposure(env, host);
  const conveniences = mode !== 'production' && (mode === 'development' || exposure === undefined);
  const reading: Reading = { projectRoot, env, problems: [], conveniences };
  const dataDir = resolve(projectRoot, readVariable(env, 'CMS_DATA_DIR') ?? 'var');
  const server = readServer(reading, host);
  const deployment: Deployment = {
    environment: mode === 'production' ? 'production' : mode === 'test' ? 'test' : 'development',
    conveniences,
    server,
    dataDir,
    database: { url: readDatabaseUrl(reading, dataDir), pooler: readPooler(reading) },
    redisUrl: readRedisUrl(reading),
    ...(use === 'database'
      ? NO_SERVICE
      : readService(reading, { raw, dataDir, publicUrl: server.publicUrl })),
    logLevel: readChoice(reading, { name: 'LOG_LEVEL', choices: LOG_LEVELS, fallback: 'info' }),
    allowOrigin: readAllowOrigin(reading),
    bucketKeys: {
      accessKeyId: readVariable(env, 'AWS_ACCESS_KEY_ID'),
      secretAccessKey: readVariable(env, 'AWS_SECRET_ACCESS_KEY'),
    },
    defaultLinkOrigin: readOriginVariable(reading, 'EMAIL_LINK_DEFAULT_ORIGIN'),
  };
  if (mode !== 'production' && exposure !== undefined && !conveniences && reading.problems.length > 0) {
    reading.problems.push({
      key: exposure.key,
      problem: `"${exposure.value}" is reached from other machines, so nothing above is made up`,
      advice: 'configure it, or set NODE_ENV=development if only you work here',
    });
  }
  return { deployment, problems: reading.problems };
}

export interface DeploymentPlace {
  readonly projectRoot: string;
  readonly env: Environment;
  readonly use?: ConfigUse | undefined;
}

/** What of the file decides which variables are needed. */
type DeploymentSettings = Pick<RawConfig, 'mercure' | 'instances' | 'http_cache'>;

type Service = Pick<Deployment, 'mailer' | 'admin' | 'jwt' | 'mercure' | 'cloudflare'>;

/** Sends nothing, signs nobody in and publishes nothing, purges nothing. */
const NO_SERVICE: Service = {
  mailer: { dsn: 'null:', from: 'no-reply@localhost.localdomain' },
  admin: null,
  jwt: { secretKeyPath: null, publicKeyPath: null, passphrase: null, cookieSameSite: 'lax' },
  mercure: false,
  cloudflare: null,
};

function readService(
  reading: Reading,
  {
    raw,
    dataDir,
    publicUrl,
  }: {
    readonly raw: DeploymentSettings | null;
    readonly dataDir: string;
    readonly publicUrl: string;
  },
): Service {
  return {
    mailer: readMailer(reading, dataDir),
    admin: readAdmin(reading),
    jwt: readJwt(reading),
    cloudflare: raw?.http_cache.purger === 'cloudflare' ? readCloudflare(reading) : null,
    mercure: raw === null || raw.mercure.enabled === false ? false : readMercure(reading, raw, publicUrl),
  };
}

/** The variable by which other machines reach this server; a proxy before a loopback HOST shows in PUBLIC_URL only. */
function findExposure(
  env: Environment,
  host: string,
): { readonly key: 'HOST' | 'PUBLIC_URL'; readonly value: string } | undefined {
  if (!isLoopback(host)) return { key: 'HOST', value: host };
  const value = readVariable(env, 'PUBLIC_URL') ?? '';
  const origin = parseOrigin(value);
  const isExposed = origin !== null && !isLoopback(new URL(origin).hostname);
  return isExposed ? { key: 'PUBLIC_URL', value } : undefined;
}

function readServer(reading: Reading, host: string): AppConfig['server'] {
  const text = readVariable(reading.env, 'PORT') ?? '8000';
  const isPort = /^\d{1,5}$/.test(text) && Number(text) <= 65535;
  const port = isPort ? Number(text) : 8000;
  if (!isPort) {
    reading.problems.push({
      key: 'PORT',
      problem: `"${text}" is not a port`,
      advice: 'write a number up to 65535',
    });
  }
  const publicUrl = readOriginVariable(reading, 'PUBLIC_URL') ?? `http://localhost:${port}`;
  const { proxies, refusals } = parseTrustedProxies(readList(reading.env, 'TRUSTED_PROXIES'));
  reading.problems.push(...refusals.map((refusal) => ({ key: 'TRUSTED_PROXIES', ...refusal })));
  return { port, host, publicUrl, trustedProxies: proxies };
}

function readDatabaseUrl(reading: Reading, dataDir: string): string {
  const url = readVariable(reading.env, 'DATABASE_URL') ?? `sqlite:${resolve(dataDir, 'cms.sqlite')}`;
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];
  if (file !== undefined) return file === ':memory:' ? url : `sqlite:${resolve(reading.projectRoot, file)}`;
  const isServer = /^(?:postgres|postgresql|mysql|mariadb):\/\/[^/]/.test(url) && URL.canParse(url);
  if (isServer && new URL(url).pathname.length <= 1) {
    reading.problems.push({
      key: 'DATABASE_URL',
      problem: 'names no database',
      advice: 'end it with the name: postgres://USER:PASSWORD@HOST:PORT/NAME',
    });
  }
  if (!isServer) {
    reading.problems.push({
      key: 'DATABASE_URL',
      problem: 'is not the URL of a supported database',
      advice: 'write postgres://, mysql://, mariadb:// or sqlite:PATH',
    });
  }
  return url;
}

function readPooler({ env, problems }: Reading): AppConfig['database']['pooler'] {
  const mode = readVariable(env, 'DATABASE_POOLER');
  if (mode === null || mode === 'transaction' || mode === 'session') return mode;
  const advice = 'write transaction or session, or leave it out to have it found out';
  problems.push({ key: 'DATABASE_POOLER', problem: `"${mode}" is no mode of a connection pooler`, advice });
  return null;
}

function readRedisUrl({ env, problems }: Reading): string | null {
  const url = readVariable(env, 'REDIS_URL');
  if (url === null || (/^rediss?:\/\//.test(url) && URL.canParse(url))) return url;
  const advice = 'write redis://HOST:PORT or rediss://USER:PASSWORD@HOST:PORT';
  problems.push({ key: 'REDIS_URL', problem: 'is not the URL of a Redis server', advice });
  return null;
}

function readCloudflare({ env, problems }: Reading): Deployment['cloudflare'] {
  const zoneId = readVariable(env, 'CLOUDFLARE_ZONE_ID');
  const apiToken = readVariable(env, 'CLOUDFLARE_API_TOKEN');
  if (zoneId === null) problems.push(missing('CLOUDFLARE_ZONE_ID', 'write the id of the zone to be purged'));
  if (apiToken === null)
    problems.push(
      missing('CLOUDFLARE_API_TOKEN', 'write a token with the permission "Cache Purge" in that zone'),
    );
  return zoneId === null || apiToken === null ? null : { zoneId, apiToken };
}

function readMailer(reading: Reading, dataDir: string): AppConfig['mailer'] {
  const { env, problems, conveniences, projectRoot } = reading;
  const dsn = readVariable(env, 'MAILER_DSN') ?? (conveniences ? `file:${resolve(dataDir, 'mails')}` : null);
  const from = readVariable(env, 'MAILER_FROM') ?? readVariable(env, 'MAILER_EMAIL');
  if (dsn === null) problems.push(missing('MAILER_DSN', 'write smtp://, smtps://, file:DIR or null:'));
  else if (!/^(?:smtps?:\/\/.|file:.|null:)/.test(dsn)) {
    const advice = 'write smtp://, smtps://, file:DIR or null:';
    problems.push({ key: 'MAILER_DSN', problem: 'is not a known transport', advice });
  }
  if (from === null && !conveniences)
    problems.push(missing('MAILER_FROM', 'write the address mails come from'));
  const folder = /^file:(?:\/\/(?=\/))?(.+)$/.exec(dsn ?? '')?.[1];
  return {
    dsn: folder === undefined ? (dsn ?? 'null:') : `file:${resolve(projectRoot, folder)}`,
    from: from ?? 'no-reply@localhost.localdomain',
  };
}

function readAdmin(reading: Reading): AppConfig['admin'] {
  const { conveniences } = reading;
  const password =
    readVariable(reading.env, 'ADMIN_PASSWORD') ?? (conveniences ? DEVELOPMENT_PASSWORD : null);
  if (password === null) {
    reading.problems.push(missing('ADMIN_PASSWORD', 'write the password of the first administrator'));
    return null;
  }
  if (!conveniences && password === DEVELOPMENT_PASSWORD) {
    const advice = 'write another one; an administrator who has it already gets one by cms user:create';
    reading.problems.push({ key: 'ADMIN_PASSWORD', problem: 'is the one of development', advice });
  }
  const username = readVariable(reading.env, 'ADMIN_USERNAME') ?? 'admin';
  return { username, password, email: readVariable(reading.env, 'ADMIN_EMAIL') ?? 'admin@example.com' };
}

function readJwt(reading: Reading): Deployment['jwt'] {
  const path = (name: string): string | null => {
    const value = readVariable(reading.env, name);
    if (value === null && !reading.conveniences)
      reading.problems.push(missing(name, 'write the path of the PEM file (RSA)'));
    return value === null ? null : resolve(reading.projectRoot, value);
  };
  const secretKeyPath = path('JWT_SECRET_KEY');
  const publicKeyPath = path('JWT_PUBLIC_KEY');
  const passphrase = readVariable(reading.env, 'JWT_PASSPHRASE');
  // One that names a key of its own needs it everywhere: keys are only made where none is named.
  if (passphrase === null && (!reading.conveniences || secretKeyPath !== null))
    reading.problems.push(missing('JWT_PASSPHRASE', 'write the passphrase of the private key'));
  return {
    secretKeyPath,
    publicKeyPath,
    passphrase,
    cookieSameSite: readChoice(reading, { name: 'JWT_COOKIE_SAMESITE', choices: SAME_SITE, fallback: 'lax' }),
  };
}

function readAllowOrigin(reading: Reading): readonly string[] | null {
  const value = readVariable(reading.env, 'CORS_ALLOW_ORIGIN');
  if (value === null) return null;
  if (!isUsableOriginPattern(value)) {
    const advice = 'write an origin, or a regular expression that matches whole origins but not every one';
    reading.problems.push({ key: 'CORS_ALLOW_ORIGIN', problem: `"${value}" is not usable`, advice });
  }
  return [value];
}

function readOriginVariable(reading: Reading, name: string): string | null {
  const value = readVariable(reading.env, name);
  const origin = value === null ? null : parseOrigin(value);
  if (value !== null && origin === null) reading.problems.push(badOrigin(name, value));
  return origin;
}

function readChoice<Choice extends string>(
  reading: Reading,
  {
    name,
    choices,
    fallback,
  }: { readonly name: string; readonly choices: readonly Choice[]; readonly fallback: Choice },
): Choice {
  const value = readVariable(reading.env, name)?.toLowerCase();
  const found = choices.find((choice) => choice === value);
  if (value !== undefined && found === undefined) {
    reading.problems.push({
      key: name,
      problem: `cannot be "${value}"`,
      advice: `write one of ${choices.join(', ')}`,
    });
  }
  return found ?? fallback;
}
