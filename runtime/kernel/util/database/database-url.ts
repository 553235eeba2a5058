import { resolve } from 'node:path';

/** The location of a database, parsed from `DATABASE_URL`. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | ({ readonly kind: 'postgres' | 'mysql' } & ServerLocation);

export interface ServerLocation {
  /** A host name, or the folder (PostgreSQL) or file (MySQL) of a local socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: false | { readonly rejectUnauthorized: boolean };
}

export const IN_MEMORY = ':memory:';
const ACCEPTED_FORMS =
  'postgres://USER:PASSWORD@HOST:PORT/NAME, mysql://USER:PASSWORD@HOST:PORT/NAME, mariadb://USER:PASSWORD@HOST:PORT/NAME or sqlite:PATH';
const SERVERS = new Map([
  ['postgres:', { kind: 'postgres', port: 5432 }],
  ['postgresql:', { kind: 'postgres', port: 5432 }],
  ['mysql:', { kind: 'mysql', port: 3306 }],
  ['mariadb:', { kind: 'mysql', port: 3306 }],
] as const);

/** The kind of database that an address names; whatever names no server is taken for the embedded one. */
export function kindOfDatabase(url: string): DatabaseLocation['kind'] {
  return serverOf(url.slice(0, url.indexOf(':') + 1))?.kind ?? 'sqlite';
}

/**
 * Reads the database address (`DATABASE_URL`); a SQLite path is relative to the current folder.
 * @throws Error that names the accepted forms and never the password
 */
export function parseDatabaseUrl(url: string): DatabaseLocation {
  if (url.startsWith('sqlite:')) return parseSqlite(url.slice('sqlite:'.length));
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const server = serverOf(parsed?.protocol ?? '');
  if (parsed === undefined || server === undefined)
    throw new Error(`The database address is not understood. Accepted forms: ${ACCEPTED_FORMS}.`);
  const database = decodeURIComponent(parsed.pathname.replace(/^\//, ''));
  if (database === '')
    throw new Error(`The database address names no database. Accepted forms: ${ACCEPTED_FORMS}.`);
  return {
    kind: server.kind,
    host: socketOf(parsed) ?? (parsed.hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost'),
    port: parsed.port === '' ? server.port : Number(parsed.port),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database,
    tls: tlsOf(parsed.searchParams.get('sslmode') ?? parsed.searchParams.get('ssl-mode')),
  };
}

/** A Map keyed by literals asks for a literal; an unknown scheme simply finds nothing. */
const serverOf = (scheme: string) => SERVERS.get(scheme as 'mysql:');

/** `host:port/name`, for messages. */
export function describeLocation(location: DatabaseLocation): string {
  return location.kind === 'sqlite'
    ? location.path
    : `database "${location.database}" at ${location.host}:${location.port}`;
}

function parseSqlite(rest: string): DatabaseLocation {
  const path = rest.replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.startsWith('//'))
    throw new Error(`The database address names no file. Accepted forms: ${ACCEPTED_FORMS}.`);
  return { kind: 'sqlite', path: path === IN_MEMORY ? IN_MEMORY : resolve(path) };
}

function socketOf(url: URL): string | undefined {
  return url.searchParams.get('host') ?? url.searchParams.get('socket') ?? undefined;
}

function tlsOf(mode: string | null): ServerLocation['tls'] {
  switch (mode?.toLowerCase() ?? 'disable') {
    case 'disable':
    case 'disabled':
    case 'allow':
    case 'prefer':
    case 'preferred':
      return false;
    case 'no-verify':
      return { rejectUnauthorized: false };
    default:
      return { rejectUnauthorized: true };
  }
}
