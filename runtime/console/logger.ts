import type { AppConfig } from '../config/app-config.js';
import { type LogEntry, type Logger, type LogLevel, withFields } from '../kernel/ports/logger.js';
import { withoutSecrets } from './log-entry.js';

export interface LoggerOptions {
  readonly level: AppConfig['logLevel'];
  /** `lines` for people at a terminal, `json` for machines. */
  readonly format: 'lines' | 'json';
  /** Stands in every entry. */
  readonly worker?: number | undefined;
}

const SEVERITY: Readonly<Record<AppConfig['logLevel'], number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: 100,
};

/** The process log. It goes to stderr, so that results on stdout stay clean. */
export async function createProcessLogger({ level, format, worker }: LoggerOptions): Promise<Logger> {
  const fields = worker === undefined ? {} : { worker };
  if (format === 'lines') return withFields(createLineLogger(level), fields);
  const { createJsonLogger } = await import('./json-logger.js'); // what it needs is loaded by servers only
  return createJsonLogger(level, undefined, fields);
}

function createLineLogger(level: AppConfig['logLevel']): Logger {
  const write = (of: LogLevel) => (entry: LogEntry) => {
    if (SEVERITY[of] >= SEVERITY[level]) process.stderr.write(`${formatLine(of, entry)}\n`);
  };
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}

/** An entry for people: what happened, its members, and the stack of what failed. */
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
