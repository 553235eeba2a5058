import type { ReadScope, Representation } from '../../../kernel/contract/records/operations.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import { incomingRedirectsSql } from '../sql/route-descendants.sql.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';

/** Loads the routes that redirect to a route, directly or indirectly, as representations. */
export type LoadRedirects = (id: string, scope: ReadScope) => Promise<readonly Representation[]>;

export function createLoadRedirects(deps: {
  readonly reader: RecordReader;
  represent(records: readonly StoredRecord[], scope: ReadScope): Promise<readonly Representation[]>;
}): LoadRedirects {
  return async (id, scope) => {
    const rows = await scope.session.all<{ id: string }>(incomingRedirectsSql(scope.session), { id });
    const records = await deps.reader.findMany(
      scope.session,
      'Route',
      rows.map((row) => row.id),
    );
    return deps.represent(records, scope);
  };
}
