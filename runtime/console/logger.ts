import type { AppConfig } from '../config/app-config.js';
import type { LogEntry, Logger } from '../ports/logger.js';

export interface LoggerOptions {
  readonly level: AppConfig['logLevel'];
  /** `lines` for people at a terminal, `json` for machines. */
  readonly format: 'lines' | 'json';
}

type Level = keyof Logger;

const SEVERITY: Readonly<Record<AppConfig['logLevel'], number>> = {
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  silent: 100,
};

/** The process log. It goes to stderr, so that results on stdout stay clean. */
export async function createProcessLogger({ level, format }: LoggerOptions): Promise<Logger> {
  return format === 'json' ? createJsonLogger(level) : createLineLogger(level);
}

async function createJsonLogger(level: AppConfig['logLevel']): Promise<Logger> {
  const { pino } = await import('pino');
  const log = pino({ level, base: null }, pino.destination(2));
  return {
    error: (entry) => log.error(entry),
    warn: (entry) => log.warn(entry),
    info: (entry) => log.info(entry),
    debug: (entry) => log.debug(entry),
  };
}

function createLineLogger(level: AppConfig['logLevel']): Logger {
  const write = (of: Level) => (entry: LogEntry) => {
    if (SEVERITY[of] >= SEVERITY[level]) process.stderr.write(`${formatLine(of, entry)}\n`);
  };
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') };
}

function formatLine(level: Level, { msg, err, ...members }: LogEntry): string {
  const label = level === 'info' ? '' : `${level}: `;
  const details = Object.entries(members).map(([name, value]) => `${name}=${formatValue(value)}`);
  const failure =
    err instanceof Error ? [`\n${err.stack ?? err.message}`] : err === undefined ? [] : [String(err)];
  return `${label}${[msg, ...details, ...failure].join(' ')}`;
}

function formatValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}
