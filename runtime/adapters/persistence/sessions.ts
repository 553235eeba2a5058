import type { Transaction } from 'sequelize';
import type {
  Origin,
  Outcome,
  SqlParameters,
  SqlRow,
  SqlSession,
  TransactionOptions,
  TransactionSession,
} from '../../kernel/contract/database/database.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import { createState } from '../../kernel/util/async/state.js';
import type { Connector } from './connector.js';
import type { defineModels } from './models.js';
import type { StatementTurns } from './sqlite/statement-turns.js';
import type { CompiledStatement } from './statement-compiler.js';
import type { TellStatement } from './reported-statements.js';
import type { OpenSession } from './transaction.js';

export interface SessionsDeps {
  readonly connector: Connector;
  readonly modelOf: ReturnType<typeof defineModels>;
  /** Returns the quoted, prefixed name of a table. */
  readonly table: (name: string) => string;
  readonly tell: TellStatement;
  readonly onStatement: ((sql: string) => void) | undefined;
  /** Runs statements that block the event loop in turns. */
  readonly turns: Pick<StatementTurns, 'run'>;
}

export interface Sessions {
  /** Creates a session that sends reads by `read`. */
  createSession(
    read: (statement: CompiledStatement) => Promise<SqlRow[]>,
    origin?: Origin,
    kind?: 'read' | 'write',
  ): SqlSession;
  openSession(
    transaction: Transaction,
    options: Pick<TransactionOptions, 'assertWanted' | 'origin'>,
  ): OpenSession;
}

/** Creates the sessions used for all reads and writes. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { connector, modelOf, table, tell, onStatement, turns } = deps;
  function createSession(
    read: (statement: CompiledStatement) => Promise<SqlRow[]>,
    origin?: Origin,
    kind: 'read' | 'write' = 'read',
  ): SqlSession {
    const send = (statement: CompiledStatement): Promise<SqlRow[]> =>
      turns.run(origin?.request, async () => {
        origin?.assertWanted?.();
        return tell({ kind, text: () => statement.text, origin }, () => read(statement));
      });
    async function all<Row extends SqlRow>(sql: string, parameters: SqlParameters = {}): Promise<Row[]> {
      onStatement?.(sql);
      // The caller wrote the select, so it knows the row's shape.
      return (await send(connector.compile(sql, parameters))) as Row[];
    }
    return {
      dialect: connector.dialect,
      table,
      all,
      async first<Row extends SqlRow>(sql: string, parameters: SqlParameters = {}) {
        onStatement?.(sql);
        const [row] = (await send(connector.compile(sql, parameters))) as Row[];
        return row;
      },
    };
  }

  function openSession(
    transaction: Transaction,
    { assertWanted, origin }: Pick<TransactionOptions, 'assertWanted' | 'origin'>,
  ): OpenSession {
    let isOpen = true;
    const assertOpen = (): void => {
      if (!isOpen)
        throw new InternalError('The transaction has ended; its session can not be used any more.');
      assertWanted?.();
    };
    /** Runs a write in turn. The transaction may have ended while it waited. */
    const write = <Result>(text: () => string, send: () => Promise<Result>): Promise<Result> =>
      turns.run(origin?.request, async () => {
        assertOpen();
        return tell({ kind: 'write', text, origin }, send);
      });
    const reads = createSession(async (statement) => {
      assertOpen();
      return await connector.readIn(transaction, statement);
    }, origin);
    const state = createState();
    const last: ((session: TransactionSession) => Promise<void>)[] = [];
    const notified: ((outcome: Outcome) => void)[] = [];
    const session: TransactionSession = {
      ...reads,
      state,
      whole: state,
      beforeEnd: (work) => void last.push(work),
      whenDecided: (work) => void notified.push(work),
      async insert(name, rows, { ignoreDuplicates = false } = {}) {
        assertOpen();
        const model = modelOf(name);
        const [row] = rows;
        // One row is sent with parameters, several rows with literal values.
        const send = async (): Promise<void> => {
          if (rows.length === 1 && row !== undefined && !ignoreDuplicates)
            await model.create(row, { transaction, returning: false });
          else await model.bulkCreate(rows, { transaction, returning: false, ignoreDuplicates });
        };
        await write(() => insertText(table(name), rows), send);
      },
      async run(sql, parameters = {}) {
        assertOpen();
        onStatement?.(sql);
        const statement = connector.compile(sql, parameters);
        return write(
          () => statement.text,
          () => connector.runIn(transaction, statement),
        );
      },
      async sendAll(writes) {
        assertOpen();
        for (const { sql } of writes) onStatement?.(sql);
        const statements = writes.map(({ sql, parameters }) => connector.compile(sql, parameters));
        const text = (): string => statements.map((one) => one.text).join(';\n');
        await write(text, () => connector.sendIn(transaction, statements));
      },
    };
    return {
      session,
      async finish() {
        for (const work of last) await work(session);
      },
      // Turns keep the order of an owner's statements, so earlier ones have been sent.
      untilSent: () => turns.run(origin?.request, () => Promise.resolve()),
      end: () => void (isOpen = false),
      decide(outcome) {
        for (const work of notified) work(outcome);
      },
    };
  }

  return { createSession, openSession };
}

/** Returns an insert of models as reported text, without values. */
function insertText(table: string, [row = {}, ...others]: readonly SqlRow[]): string {
  const also = others.length === 0 ? '' : ` -- and ${others.length} more`;
  return `insert into ${table} (${Object.keys(row).join(', ')})${also}`;
}
