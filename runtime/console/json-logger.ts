import { type DestinationStream, pino } from 'pino';
import type { AppConfig } from '../config/app-config.js';
import type { LogEntry, Logger, LogLevel, RequestLine } from '../kernel/ports/logger.js';
import { withoutSecrets } from './log-entry.js';

/** Creates a logger that writes one JSON object per line to stderr by default; `fields` are added to each. */
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

/**
 * Returns a fast printer of request lines in pino's format. pino's generic printer takes longer than half of
 * a cached response.
 */
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

/** Maximum delay of buffered lines in milliseconds. */
const PATIENCE_MS = 20;
/** Maximum atomic write to a pipe, so that lines of several workers do not mix. */
const MOST_CHARACTERS = 4096;
const IS_ERROR = `{"level":${pino.levels.values.error},`;

/**
 * Buffers lines, because a system call for each costs as much as the rest of a cached response. Errors are
 * written immediately with the buffered lines, and the rest is written on exit.
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
  // Runs before the exit listener of the destination, which writes what it has received.
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
 * Serializes only the parts that identify an error. Driver errors also contain statements with values, and
 * the service's own errors contain headers.
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
