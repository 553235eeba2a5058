import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, SqlValue } from '../../kernel/contract/database/database.js';
import { originOf } from '../../kernel/observation/origin.js';
import { revisionTable } from './tables.js';

/** Columns for who, when, why and by what, of a unit of work or an audit log entry. */
export const DONE = ['made_at', 'actor', 'request_id', 'reason', 'use_case'] as const;

type Done = Readonly<Record<(typeof DONE)[number], SqlValue>>;

/** @param command running console command; undefined in a serving process */
export function doneIn(
  { dialect }: Pick<Database, 'dialect'>,
  context: RequestContext,
  command: string | undefined,
): Done {
  const { actor, now, request } = context;
  return {
    made_at: dialect.encode('datetime', now),
    actor: actor.by ?? actor.user?.id ?? null,
    request_id: request?.id ?? null,
    reason: request?.reason ?? doneBy(actor, command),
    use_case: originOf(context)?.useCase ?? null,
  };
}

/** Returns the default reason: the access token or the console command. */
function doneBy({ token }: RequestContext['actor'], command: string | undefined): string | null {
  if (token !== undefined) return `token ${token.name}`;
  return command === undefined ? null : `cms ${command}`;
}

/** Returns the account that another user acted as; null otherwise. */
export const actedAs = ({ actor: { user, by } }: RequestContext): string | null =>
  by === undefined ? null : (user?.id ?? null);

/** Builds an insert statement with parameters named after the columns. */
export function insertRevisionSql({ table }: Pick<Database, 'table'>, columns: readonly string[]): string {
  return `insert into ${table(revisionTable.name)} (${columns.join(', ')}) values (${columns.map((name) => `:${name}`).join(', ')})`;
}
