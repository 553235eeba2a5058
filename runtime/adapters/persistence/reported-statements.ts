import type { DialectName, Origin } from '../../kernel/contract/database/database.js';
import { observed, STATEMENT_CHANNEL, type StatementMessage } from '../../kernel/observation/channels.js';
import type { Logger } from '../../kernel/ports/logger.js';

/** A statement to send and report. */
export interface ReportedStatement {
  readonly kind: StatementMessage['kind'];
  /** Returns the SQL with placeholders; called only if it is reported. */
  readonly text: () => string;
  readonly origin: Origin | undefined;
}

/** Sends a statement by `send` and reports it. */
export type TellStatement = <Result>(
  statement: ReportedStatement,
  send: () => Promise<Result>,
) => Promise<Result>;

export interface TellStatementOptions {
  readonly dialect: DialectName;
  /** Threshold of a slow statement in milliseconds; 0 disables it. */
  readonly slowMs: number;
  readonly log: Logger;
}

/** Publishes statements on their channel, and logs slow ones with their origin. */
export function createTellStatement({ dialect, slowMs, log }: TellStatementOptions): TellStatement {
  const onChannel: TellStatement = ({ kind, text, origin }, send) =>
    observed(STATEMENT_CHANNEL, () => ({ kind, dialect, text: text(), useCase: origin?.useCase }), send);
  if (slowMs === 0) return onChannel;
  return async (statement, send) => {
    const began = performance.now();
    try {
      return await onChannel(statement, send);
    } finally {
      const ms = performance.now() - began;
      if (ms >= slowMs) logSlow(statement, ms, log);
    }
  };
}

/** Logs a slow statement to the request's log, which adds its id. The text has no values. */
function logSlow({ text, origin }: ReportedStatement, ms: number, log: Logger): void {
  (origin?.log ?? log).warn({
    msg: 'slow statement',
    ms: Math.round(ms),
    useCase: origin?.useCase ?? null,
    ...(origin?.resource === undefined ? {} : { resource: origin.resource }),
    statement: text(),
  });
}
