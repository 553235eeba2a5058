import { isInScope } from '../../kernel/authorization/acting-token.js';
import { isGranted, ROLE_ADMIN } from '../../kernel/authorization/role-hierarchy.js';
import type { NameAuthor } from '../../kernel/contract/records/writes.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import { USER } from './is-user.js';

/**
 * Returns the username of an author. Only administrators see names of other users, because anyone may be allowed to
 * write some records (contract decision 100).
 */
export function createNameAuthor(reader: Pick<RecordReader, 'find'>): NameAuthor {
  return async (id, { session, context: { actor } }) => {
    const mayRead = isGranted(actor, ROLE_ADMIN) && isInScope(actor, 'read', USER);
    if (actor.user?.id !== id && !mayRead) return null;
    const user = await reader.find(session, { type: USER, id });
    return user === undefined ? null : String(user.values.username);
  };
}
