import type { SqlRow } from '../../kernel/contract/database/database.js';
import type { State } from '../../kernel/contract/state.js';
import { stateKey } from '../../kernel/util/async/state.js';
import type { Connector } from './connector.js';
import type { CompiledStatement } from './statement-compiler.js';

/** A read that has not been sent yet. */
interface Waiting {
  readonly statement: CompiledStatement;
  resolve(rows: SqlRow[]): void;
  reject(reason: unknown): void;
}

/** Sends a read for the request with the given state. */
export type ReadForRequest = (statement: CompiledStatement, request: State) => Promise<SqlRow[]>;

/**
 * Batches the reads of one request in one tick of the event loop on one connection (ADR 6). They are sent in
 * one packet if the database supports it, otherwise one after another. Their results arrive together, so that
 * the following reads are batched too. Reads of different requests never wait for each other.
 */
export function createReadForRequest(
  connector: Pick<Connector, 'dialect' | 'read' | 'readAll'>,
): ReadForRequest {
  // Reads of a file block the event loop anyway.
  if (connector.dialect.name === 'sqlite') return (statement) => connector.read(statement);
  const waitingOf = stateKey((): Waiting[] => []);

  async function send(waiting: Waiting[]): Promise<void> {
    const reads = waiting.splice(0);
    const statements = reads.map(({ statement }) => statement);
    const [only] = statements;
    const answers =
      only !== undefined && statements.length === 1
        ? await Promise.allSettled([connector.read(only)])
        : await connector.readAll(statements);
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') reads[index]?.resolve(answer.value);
      else reads[index]?.reject(answer.reason);
    }
  }

  return (statement, request) =>
    new Promise((resolve, reject) => {
      const waiting = request.of(waitingOf);
      // The rest of the current tick runs first.
      if (waiting.push({ statement, resolve, reject }) === 1) process.nextTick(send, waiting);
    });
}
