/** Structured log. `msg` is the message; errors go into `err`. */
export interface Logger {
  error(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  info(entry: LogEntry): void;
  debug(entry: LogEntry): void;
  /**
   * Writes the line of a request; defaults to `info`. Optimized loggers that print thousands of lines per
   * second implement it.
   */
  request?(line: RequestLine): void;
}

/** Log entry of a finished request. */
export interface RequestLine extends LogEntry {
  readonly requestId: string;
  readonly method: string;
  /** URL template; null if no endpoint matches. */
  readonly pattern: string | null;
  readonly status: number;
  readonly ms: number;
  /** Number of statements, if counted. */
  readonly queries?: number;
}

export type LogLevel = Exclude<keyof Logger, 'request'>;

export interface LogEntry {
  readonly msg: string;
  readonly err?: unknown;
  readonly [member: string]: unknown;
}

/** A logger that discards everything, for tests and short console commands. */
export const SILENT_LOGGER: Logger = { error() {}, warn() {}, info() {}, debug() {} };

/** Returns a logger that adds `fields` to every entry. */
export function withFields(log: Logger, fields: Readonly<Record<string, unknown>>): Logger {
  return {
    error: (entry) => log.error({ ...fields, ...entry }),
    warn: (entry) => log.warn({ ...fields, ...entry }),
    info: (entry) => log.info({ ...fields, ...entry }),
    debug: (entry) => log.debug({ ...fields, ...entry }),
  };
}
