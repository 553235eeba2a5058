import type { LogEntry } from '../kernel/ports/logger.js';
/** The entry with secrets under the usual names blanked, wherever it holds them. */
export declare function withoutSecrets(entry: LogEntry): LogEntry;
