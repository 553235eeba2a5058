import type { StatementMessage } from '../../kernel/observation/channels.js';
import { observed, STATEMENT_CHANNEL } from '../../kernel/observation/channels.js';
import type { Connector } from './connector.js';

/** The connector with every statement told of on its channel. Values stay out: only texts with placeholders are told. */
export function observeConnector(connector: Connector): Connector {
  const tell = <Result>(
    kind: StatementMessage['kind'],
    text: () => string,
    work: () => Promise<Result>,
  ): Promise<Result> => observed(STATEMENT_CHANNEL, () => ({ kind, text: text() }), work);
  return {
    ...connector,
    read: (statement) =>
      tell(
        'read',
        () => statement.text,
        () => connector.read(statement),
      ),
    readIn: (transaction, statement) =>
      tell(
        'read',
        () => statement.text,
        () => connector.readIn(transaction, statement),
      ),
    runIn: (transaction, statement) =>
      tell(
        'write',
        () => statement.text,
        () => connector.runIn(transaction, statement),
      ),
    sendIn: (transaction, statements) =>
      tell(
        'write',
        () => statements.map(({ text }) => text).join(';\n'),
        () => connector.sendIn(transaction, statements),
      ),
    commit: (transaction) =>
      tell(
        'commit',
        () => 'commit',
        () => connector.commit(transaction),
      ),
  };
}
