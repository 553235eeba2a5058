import { pino } from 'pino';
import type { DestinationStream } from 'pino';
import type { AppConfig } from '../config/app-config.js';
import type { Logger } from '../ports/logger.js';

const SECRET_MEMBERS = [
  'authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'password',
  'plainPassword',
  'oldPassword',
  'secret',
  'token',
  'jwt',
];

/** Structured log on standard output. Secrets under the usual names are blanked wherever an entry holds them. */
export function createPinoLogger(level: AppConfig['logLevel'], destination?: DestinationStream): Logger {
  const paths = SECRET_MEMBERS.flatMap((name) => [quotedPath(name), `*${quotedPath(name)}`]);
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[redacted]' },
    serializers: { err: describeError },
  };
  const logger = pino(options, destination ?? pino.destination({ dest: 1, sync: false }));
  return {
    error: (entry) => logger.error(entry),
    warn: (entry) => logger.warn(entry),
    info: (entry) => logger.info(entry),
    debug: (entry) => logger.debug(entry),
  };
}

const quotedPath = (name: string): string => `["${name}"]`;

/** Adds `fields` to every entry. */
export function withFields(log: Logger, fields: Readonly<Record<string, unknown>>): Logger {
  return {
    error: (entry) => log.error({ ...fields, ...entry }),
    warn: (entry) => log.warn({ ...fields, ...entry }),
    info: (entry) => log.info({ ...fields, ...entry }),
    debug: (entry) => log.debug({ ...fields, ...entry }),
  };
}

/** Only what names the failure: errors of drivers also carry statements with their values, ours carry headers. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: error.stack,
    ...(error.cause === undefined || depth >= 5 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
