/** Structured log; `msg` says what happened, errors go under `err`. */
export interface Logger {
  error(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  info(entry: LogEntry): void;
  debug(entry: LogEntry): void;
}

export interface LogEntry {
  readonly msg: string;
  readonly err?: unknown;
  readonly [member: string]: unknown;
}

/** A logger that drops everything, for tests and short console commands. */
export const SILENT_LOGGER: Logger = { error() {}, warn() {}, info() {}, debug() {} };

/** Adds `fields` to every entry. */
export function withFields(log: Logger, fields: Readonly<Record<string, unknown>>): Logger {
  return {
    error: (entry) => log.error({ ...fields, ...entry }),
    warn: (entry) => log.warn({ ...fields, ...entry }),
    info: (entry) => log.info({ ...fields, ...entry }),
    debug: (entry) => log.debug({ ...fields, ...entry }),
  };
}
