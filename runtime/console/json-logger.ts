import { type DestinationStream, pino } from 'pino';
import type { AppConfig } from '../config/app-config.js';
import type { LogEntry, Logger, LogLevel, RequestLine } from '../kernel/ports/logger.js';
import { withoutSecrets } from './log-entry.js';

/** Creates a logger that writes one JSON object per line, by default to stderr. Every line contains `fields`. */
export function createJsonLogger(
  level: AppConfig['logLevel'],
  destination: DestinationStream = standardError(),
  fields: Readonly<Record<string, unknown>> = {},
): Logger {
  const log = pino({ level, base: fields, serializers: { err: describeError } }, destination);
  const write = (of: LogLevel) => (entry: LogEntry) => log[of](withoutSecrets(entry));
  const printRequest = requestPrinter(fields);
  return {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    request: log.isLevelEnabled('info')
      ? (line) => void destination.write(printRequest(line))
      : () => undefined,
  };
}

/** Formats request lines like pino, whose generic serialization takes longer than half of a cached response. */
function requestPrinter(fields: Readonly<Record<string, unknown>>): (line: RequestLine) => string {
  const own = Object.entries(fields).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const start = `{"level":${pino.levels.values.info},"time":`;
  const behindTime = `${own.join('')},"msg":"`;
  return ({ msg, requestId, method, pattern, status, ms, queries }) => {
    const counted = queries === undefined ? '' : `,"queries":${queries}`;
    const named = `"requestId":${JSON.stringify(requestId)},"method":"${method}","pattern":${JSON.stringify(pattern)}`;
    return `${start}${Date.now()}${behindTime}${msg}",${named},"status":${status},"ms":${ms}${counted}}\n`;
  };
}

/** Time in milliseconds for which lines are buffered. */
const PATIENCE_MS = 20;
/** Maximum number of characters of an atomic write to a pipe, so that lines of several workers never mix. */
const MOST_CHARACTERS = 4096;
const IS_ERROR = `{"level":${pino.levels.values.error},`;

/**
 * Buffers lines: a system call per line costs as much as the rest of a cached response. Errors are written at once
 * with the buffered lines, and the buffer is flushed at exit.
 */
function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, maxWrite: MOST_CHARACTERS });
  let lines = '';
  let waiting: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    const together = lines;
    lines = '';
    if (together !== '') destination.write(together);
  };
  // Runs before the exit listener of the destination, which flushes what it has received.
  process.prependListener('exit', write);
  return {
    write(line) {
      if (lines.length + line.length > MOST_CHARACTERS) write();
      lines += line;
      if (line.startsWith(IS_ERROR)) write();
      else waiting ??= setTimeout(write, PATIENCE_MS);
    },
  };
}

/**
 * Serializes an error with identifying fields only: errors of drivers contain SQL values, and ours contain headers.
 */
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
