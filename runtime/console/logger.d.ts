import type { AppConfig } from '../config/app-config.js';
import { type LogEntry, type Logger, type LogLevel } from '../kernel/ports/logger.js';
export interface LoggerOptions {
    readonly level: AppConfig['logLevel'];
    /** `lines` for people at a terminal, `json` for machines. */
    readonly format: 'lines' | 'json';
    /** Stands in every entry. */
    readonly worker?: number | undefined;
}
/** The process log. It goes to stderr, so that results on stdout stay clean. */
export declare function createProcessLogger({ level, format, worker }: LoggerOptions): Promise<Logger>;
/** An entry for people: what happened, its members, and the stack of what failed. */
export declare function formatLine(level: LogLevel, entry: LogEntry): string;
