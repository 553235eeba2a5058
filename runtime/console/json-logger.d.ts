import { type DestinationStream } from 'pino';
import type { AppConfig } from '../config/app-config.js';
import type { Logger } from '../kernel/ports/logger.js';
/** One JSON object a line, on standard error unless said otherwise; `fields` stand in each. */
export declare function createJsonLogger(level: AppConfig['logLevel'], destination?: DestinationStream, fields?: Readonly<Record<string, unknown>>): Logger;
