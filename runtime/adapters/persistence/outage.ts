import { BaseError, ConnectionError } from 'sequelize';
import { type DatabaseFailure, DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { reasonOf } from '../../kernel/util/failures/reason-of.js';
import type { Connector } from './connector.js';
import { driverErrorOf } from './driver-error.js';
import type { CompiledStatement } from './statement-compiler.js';

/** Reads and writes can fail independently: a full disk, a read-only file. */
type Purpose = 'read' | 'write';

/**
 * Detects when the database becomes unavailable and available again (contract decision 69), and logs both
 * once. If exhausted connections turn out to be an unavailable database, that is logged too.
 */
export interface Outage {
  /** Converts an error to a 503 if the database is unavailable; returns other errors unchanged. */
  met(error: unknown, purpose: Purpose): unknown;
  /** Records a successful operation. */
  answered(purpose: Purpose): void;
}

/** Log messages of lasting failures. */
const OUTAGES: Partial<Record<DatabaseFailure, string>> = {
  away: 'database is not responding; requests that need it receive 503',
  exhausted: 'database connections exhausted; requests that need one receive 503',
};

export function createOutage(failureOf: Connector['failureOf'], log: Logger): Outage {
  const refused = new Set<Purpose>();
  let notified: DatabaseFailure | undefined;
  let since = 0;
  return {
    met(error, purpose) {
      const failure = error instanceof DatabaseUnavailable ? undefined : failureOf(error);
      if (failure === undefined) return error;
      const msg = OUTAGES[failure];
      if (msg !== undefined) {
        if (refused.size === 0) since = performance.now();
        if (notified !== failure && notified !== 'away') {
          notified = failure;
          // One line without a stack, which is irrelevant.
          log.error({ msg, reason: reasonOfFailure(error) });
        }
        refused.add(purpose);
      }
      return new DatabaseUnavailable(failure, error);
    },
    answered(purpose) {
      if (!refused.delete(purpose) || refused.size > 0) return;
      notified = undefined;
      const seconds = Math.round((performance.now() - since) / 1000);
      log.info({ msg: 'database is available again', seconds });
    },
  };
}

/** Wraps a connector so that the outage observes every error and success. */
export function watchConnector(connector: Connector, outage: Outage): Connector {
  async function watched<Result>(work: Promise<Result>, purpose: Purpose = 'write'): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw outage.met(error, purpose);
    }
  }
  const { writeAlone } = connector;
  return {
    ...connector,
    ...(writeAlone && {
      async writeAlone(statement: CompiledStatement) {
        const rows = await watched(writeAlone(statement));
        outage.answered('write');
        return rows;
      },
    }),
    async read(statement) {
      const rows = await watched(connector.read(statement), 'read');
      outage.answered('read');
      return rows;
    },
    async readAll(statements) {
      const answers = await connector.readAll(statements);
      if (answers.some(({ status }) => status === 'fulfilled')) outage.answered('read');
      return answers.map((answer) =>
        answer.status === 'fulfilled'
          ? answer
          : { status: 'rejected', reason: outage.met(answer.reason, 'read') },
      );
    },
    readIn: (transaction, statement) => watched(connector.readIn(transaction, statement)),
    runIn: (transaction, statement) => watched(connector.runIn(transaction, statement)),
    sendIn: (transaction, statements) => watched(connector.sendIn(transaction, statements)),
    async firstFailure(transaction) {
      return outage.met(await connector.firstFailure(transaction), 'write');
    },
    begin: (options) => watched(connector.begin(options)),
    beginSnapshot: () => watched(connector.beginSnapshot()),
    async commit(transaction) {
      await watched(connector.commit(transaction));
      outage.answered('write');
    },
  };
}

/** Returns whether an error of a transaction's work comes from the database: models throw Sequelize's. */
export const isOfDatabase = (error: unknown): boolean => error instanceof BaseError;

/** Error codes of lost or refused connections, for all drivers. */
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT', // The socket file of a local server is missing.
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Returns whether an error is a lost or refused connection, as reported by all drivers. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  // Several failed addresses are reported as one error.
  if (error instanceof AggregateError) return error.errors.some(isNetworkFailure);
  const cause = driverErrorOf(error);
  if (cause instanceof AggregateError) return isNetworkFailure(cause);
  return NETWORK_CODES.has(cause?.code);
}

/** Returns the driver's message of a failure. */
export const reasonOfFailure = (error: unknown): string => reasonOf(driverErrorOf(error) ?? error);
