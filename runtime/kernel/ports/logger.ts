/** Structured log; `msg` says what happened, errors go under `err`. */
export interface Logger {
  error(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  info(entry: LogEntry): void;
  debug(entry: LogEntry): void;
  /** Writes the line of a request; `info` does where it is absent. A log that prints thousands in a second has its own way. */
  request?(line: RequestLine): void;
}

/** What the log says of each request when its connection is done with it. */
export interface RequestLine extends LogEntry {
  readonly requestId: string;
  readonly method: string;
  /** URL template; null for an address that nothing answers. */
  readonly pattern: string | null;
  readonly status: number;
  readonly ms: number;
  /** Statements that were sent for it, where they are counted. */
  readonly queries?: number;
}

export type LogLevel = Exclude<keyof Logger, 'request'>;

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
