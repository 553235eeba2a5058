import type { SqlSession } from '../../../kernel/contract/database.js';
import type { IriTarget } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { byType, idLists } from '../../../kernel/records/id-lists.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';

/** `not_orphaned`: it exists, and is reachable, or a draft, or nothing that can be an orphan. */
export interface Rejection {
  readonly iri: string;
  readonly reason: 'not_orphaned' | 'not_found';
}

/** What was asked for, and what that names, if anything. */
export interface Asked {
  readonly iri: string;
  readonly target: IriTarget | undefined;
}

export interface RejectionsUse {
  readonly reader: RecordReader;
  readonly registry: ResourceRegistry;
  readonly session: SqlSession;
}

/** Why each of what was asked for is not deleted; a statement for each type, and for each thousand of it, that they name. */
export async function rejectionsOf(
  refused: readonly Asked[],
  { reader, registry, session }: RejectionsUse,
): Promise<readonly Rejection[]> {
  const named = refused.flatMap(({ target }) =>
    target?.kind === 'item' ? [{ type: target.resource.name, key: target.key }] : [],
  );
  const existing = new Map<string, Set<string>>();
  for (const [type, targets] of byType(named)) {
    const found = new Set<string>();
    for (const keys of idLists(targets.map(({ key }) => key)))
      for (const key of (await reader.resolveMany(session, registry.require(type), keys)).keys())
        found.add(key);
    existing.set(type, found);
  }
  return refused.map(({ iri, target }) => {
    const exists = target?.kind === 'item' && existing.get(target.resource.name)?.has(target.key) === true;
    return { iri, reason: exists ? 'not_orphaned' : 'not_found' };
  });
}
