import type { AppConfig } from '../config/app-config.js';
import { type LogEntry, type Logger, type LogLevel, withFields } from '../kernel/ports/logger.js';
import { withoutSecrets } from './log-entry.js';

export interface LoggerOptions {
  readonly level: AppConfig['logLevel'];
  /** `lines` for terminals, `json` for machines. */
  readonly format: 'lines' | 'json';
  /** Added to every entry. */
  readonly worker?: number | undefined;
}

const SEVERITY: Readonly<Record<AppConfig['logLevel'], number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: 100,
};

/** Creates the process log. It writes to stderr, so that stdout contains results only. */
export async function createProcessLogger({ level, format, worker }: LoggerOptions): Promise<Logger> {
  const fields = worker === undefined ? {} : { worker };
  if (format === 'lines') return withFields(createLineLogger(level), fields);
  const { createJsonLogger } = await import('./json-logger.js'); // Loaded by servers only.
  return createJsonLogger(level, undefined, fields);
}

function createLineLogger(level: AppConfig['logLevel']): Logger {
  const write = (of: LogLevel) => (entry: LogEntry) => {
    if (SEVERITY[of] >= SEVERITY[level]) process.stderr.write(`${formatLine(of, entry)}\n`);
  };
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}

/** Formats an entry for terminals: message, fields and the stack of an error. */
export function formatLine(level: LogLevel, entry: LogEntry): string {
  const { msg, err, ...members } = withoutSecrets(entry);
  const label = level === 'info' ? '' : `${level}: `;
  const details = Object.entries(members).map(([name, value]) => `${name}=${formatValue(value)}`);
  const failure =
    err instanceof Error ? [`\n${err.stack ?? err.message}`] : err === undefined ? [] : [String(err)];
  return `${label}${[msg, ...details, ...failure].join(' ')}`;
}

function formatValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
