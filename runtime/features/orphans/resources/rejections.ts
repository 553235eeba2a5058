import type { SqlSession } from '../../../kernel/contract/database.js';
import type { IriTarget } from '../../../kernel/metadata/iri-converter.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';

/** `not_orphaned`: it exists, and is reachable, or a draft, or nothing that can be an orphan. */
export interface Rejection {
  readonly iri: string;
  readonly reason: 'not_orphaned' | 'not_found';
}

/** Why something that was asked for is not deleted; one statement where the IRI names a record. */
export async function rejectionOf(
  iri: string,
  target: IriTarget | undefined,
  { reader, session }: { readonly reader: RecordReader; readonly session: SqlSession },
): Promise<Rejection> {
  if (target?.kind !== 'item') return { iri, reason: 'not_found' };
  const exists = (await reader.resolve(session, target.resource, target.key)) !== undefined;
  return { iri, reason: exists ? 'not_orphaned' : 'not_found' };
}
