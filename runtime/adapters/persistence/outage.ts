import { BaseError, ConnectionError } from 'sequelize';
import { type DatabaseFailure, DatabaseUnavailable } from '../../kernel/errors/database-unavailable.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { reasonOf } from '../../kernel/util/failures/reason-of.js';
import type { Connector } from './connector.js';
import { driverErrorOf } from './driver-error.js';
import type { CompiledStatement } from './statement-compiler.js';

/** A database may answer the one and refuse the other: a full disk, a file that others may not open. */
type Purpose = 'read' | 'write';

/**
 * Notices when the database stops answering and when it is back (contract decision 69), and logs both once. An outage that begins with
 * a want of connections and turns out to be a database that is away is told as that, too.
 */
export interface Outage {
  /** An error of the database: as 503 when it says that the database is away, as it is otherwise. */
  met(error: unknown, purpose: Purpose): unknown;
  /** The database did what it was asked for. */
  answered(purpose: Purpose): void;
}

/** What lasts for a while, and what is said of it. */
const OUTAGES: Partial<Record<DatabaseFailure, string>> = {
  away: 'database is not responding; requests that need it receive 503',
  exhausted: 'database connections exhausted; requests that need one receive 503',
};

export function createOutage(failureOf: Connector['failureOf'], log: Logger): Outage {
  const refused = new Set<Purpose>();
  let told: DatabaseFailure | undefined;
  let since = 0;
  return {
    met(error, purpose) {
      const failure = error instanceof DatabaseUnavailable ? undefined : failureOf(error);
      if (failure === undefined) return error;
      const msg = OUTAGES[failure];
      if (msg !== undefined) {
        if (refused.size === 0) since = performance.now();
        if (told !== failure && told !== 'away') {
          told = failure;
          // One line without a stack: where it was met says nothing about it.
          log.error({ msg, reason: reasonOfFailure(error) });
        }
        refused.add(purpose);
      }
      return new DatabaseUnavailable(failure, error);
    },
    answered(purpose) {
      if (!refused.delete(purpose) || refused.size > 0) return;
      told = undefined;
      const seconds = Math.round((performance.now() - since) / 1000);
      log.info({ msg: 'database is available again', seconds });
    },
  };
}

/** The connector with every error of the database seen by the outage, and every answer. */
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

/** Whether an error that work inside a transaction ended with is one of the database: models throw Sequelize's. */
export const isOfDatabase = (error: unknown): boolean => error instanceof BaseError;

/** The codes under which a lost or refused connection is reported, by every driver. */
const NETWORK_CODES: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT', // the socket file of a server on this machine
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** A connection that could not be had or was lost, as far as all drivers report it alike. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  // Several refused addresses come as one error.
  if (error instanceof AggregateError) return error.errors.some(isNetworkFailure);
  const cause = driverErrorOf(error);
  if (cause instanceof AggregateError) return isNetworkFailure(cause);
  return NETWORK_CODES.has(cause?.code);
}

/** The message of the driver about a failure. */
export const reasonOfFailure = (error: unknown): string => reasonOf(driverErrorOf(error) ?? error);
