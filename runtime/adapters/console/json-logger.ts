import { type DestinationStream, pino } from 'pino';
import type { AppConfig } from '../../config/app-config.js';
import type { LogEntry, Logger } from '../../kernel/ports/logger.js';
import { withoutSecrets } from './log-entry.js';

/** One JSON object a line, on standard error unless said otherwise; `fields` stand in each. */
export function createJsonLogger(
  level: AppConfig['logLevel'],
  destination: DestinationStream = standardError(),
  fields: Readonly<Record<string, unknown>> = {},
): Logger {
  const log = pino({ level, base: fields, serializers: { err: describeError } }, destination);
  const write = (of: keyof Logger) => (entry: LogEntry) => log[of](withoutSecrets(entry));
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}

/**
 * Lines of one turn of the event loop are written together, at its end or that of the process: a system call for each costs as
 * much as all else that a kept answer takes.
 */
function standardError(): DestinationStream {
  const destination = pino.destination(2);
  let lines = '';
  const write = (): void => {
    process.off('exit', write);
    const waiting = lines;
    lines = '';
    if (waiting !== '') destination.write(waiting);
  };
  return {
    write(line) {
      if (lines === '') {
        setImmediate(write);
        process.once('exit', write);
      }
      lines += line;
    },
  };
}

/** Logs only what names the failure: errors of drivers also carry statements with their values, ours carry headers. */
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
