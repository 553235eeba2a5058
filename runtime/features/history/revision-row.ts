import type { RequestContext } from '../../kernel/contract/context.js';
import type { Database, SqlValue } from '../../kernel/contract/database/database.js';
import { originOf } from '../../kernel/observation/origin.js';
import { revisionTable } from './tables.js';

/** Columns that say who did something, when, why and by what: a unit of work, or what an entry of the audit log tells of. */
export const DONE = ['made_at', 'actor', 'request_id', 'reason', 'use_case'] as const;

type Done = Readonly<Record<(typeof DONE)[number], SqlValue>>;

/** @param command of the console; undefined where the process serves */
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

/** What did it in the name of an account or of nobody, which is the reason where none is given. */
function doneBy({ token }: RequestContext['actor'], command: string | undefined): string | null {
  if (token !== undefined) return `token ${token.name}`;
  return command === undefined ? null : `cms ${command}`;
}

/** The account as which somebody else acted; null when nobody did. */
export const actedAs = ({ actor: { user, by } }: RequestContext): string | null =>
  by === undefined ? null : (user?.id ?? null);

/** Inserts a row by parameters of the names of its columns. */
export function insertRevisionSql({ table }: Pick<Database, 'table'>, columns: readonly string[]): string {
  return `insert into ${table(revisionTable.name)} (${columns.join(', ')}) values (${columns.map((name) => `:${name}`).join(', ')})`;
}
