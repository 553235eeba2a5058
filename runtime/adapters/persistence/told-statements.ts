import type { DialectName, Origin } from '../../kernel/contract/database/database.js';
import { observed, STATEMENT_CHANNEL, type StatementMessage } from '../../kernel/observation/channels.js';
import type { Logger } from '../../kernel/ports/logger.js';

/** A statement that is about to be sent. */
export interface ToldStatement {
  readonly kind: StatementMessage['kind'];
  /** With placeholders; asked for only where somebody is told of it. */
  readonly text: () => string;
  readonly origin: Origin | undefined;
}

/** Sends a statement by `send`, and tells of it. */
export type TellStatement = <Result>(
  statement: ToldStatement,
  send: () => Promise<Result>,
) => Promise<Result>;

export interface TellStatementOptions {
  readonly dialect: DialectName;
  /** Milliseconds from which on a statement is slow; 0 for never. */
  readonly slowMs: number;
  readonly log: Logger;
}

/** Tells of statements on their channel, and logs those that are slow with what they were sent for. */
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

/** Through the log of the request, which adds its id. Values are no part of the text. */
function logSlow({ text, origin }: ToldStatement, ms: number, log: Logger): void {
  (origin?.log ?? log).warn({
    msg: 'slow statement',
    ms: Math.round(ms),
    useCase: origin?.useCase ?? null,
    ...(origin?.resource === undefined ? {} : { resource: origin.resource }),
    statement: text(),
  });
}
