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

/** For tests and short console commands. */
export const SILENT_LOGGER: Logger = { error() {}, warn() {}, info() {}, debug() {} };
