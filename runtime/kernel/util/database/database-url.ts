import { resolve } from 'node:path';

/** The location of a database, parsed from `DATABASE_URL`. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | ({ readonly kind: 'postgres' | 'mysql' } & ServerLocation);

export interface ServerLocation {
  /** Host name, or the folder (PostgreSQL) or file (MySQL) of a local socket. */
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

/** Returns the kind of database of a URL; one without a known server scheme is SQLite. */
export function kindOfDatabase(url: string): DatabaseLocation['kind'] {
  return serverOf(url.slice(0, url.indexOf(':') + 1))?.kind ?? 'sqlite';
}

/**
 * Parses the database URL (`DATABASE_URL`). A SQLite path is relative to the current folder.
 * @throws Error that lists the accepted forms and never contains the password
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

/** The cast satisfies the literal key type; an unknown scheme returns undefined. */
const serverOf = (scheme: string) => SERVERS.get(scheme as 'mysql:');

/** Describes a location in messages, without credentials. */
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
