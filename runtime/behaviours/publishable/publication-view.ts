import type { ReadScope, RepresentationExtension } from '../../contract/operations.js';
import type { Reference } from '../../contract/record.js';
import type { IriConverter } from '../../metadata/iri-converter.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import type { DraftReferences } from './draft-references.js';
import type { DraftState, DraftStates } from './draft-states.js';
import type { Publication } from './publication.js';
import { isPublishable } from './publication.js';
import { describePublication } from './publication-members.js';
import type { DueDrafts } from './settle-due.js';

/**
 * What publication makes of records on their way out: the state of publishable ones, and no draft in any relation that a
 * caller without permission reads. One statement for all of it; it runs after the extensions that resolve positions.
 */
export function createPublicationView(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly publication: Publication;
  readonly states: DraftStates;
  readonly references: DraftReferences;
  readonly due: DueDrafts;
}): RepresentationExtension {
  const { registry, states, references, due } = deps;
  return {
    name: 'publication',
    appliesTo: ({ name, publishable }) => publishable !== undefined || references.has(name),
    async extend(representations, purpose, scope) {
      const { session, context } = scope;
      const own = representations
        .filter(({ record }) => isPublishable(registry.get(record.type)))
        .map(({ record: { type, id } }): Reference => ({ type, id, key: id }));
      const named = representations.flatMap((representation) => references.of(representation, context));
      const found = await states.read([...own, ...named], session, own.length > 0 ? 'places' : undefined);
      if (purpose !== 'write') await settleDue(named, found, scope, due);
      for (const representation of representations) {
        const { record } = representation;
        if (isPublishable(registry.get(record.type))) {
          describePublication(representation, found.get(record.id), { purpose, context }, deps);
        }
        references.apply(representation, found, context);
      }
    },
  };
}

/** Records that a read names, and whose drafts have become due, are published before they are asked for. */
async function settleDue(
  named: readonly Reference[],
  states: ReadonlyMap<string, DraftState>,
  { session, context }: ReadScope,
  due: DueDrafts,
): Promise<void> {
  if ('run' in session) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  const pairs = ids.flatMap((id) => {
    const { type, draft } = states.get(id) ?? { type: '', draft: null };
    return draft !== null && draft.publishedAt !== null && draft.publishedAt <= context.now
      ? { draft: { type, id: draft.id, key: draft.id }, published: { type, id, key: id } }
      : [];
  });
  await due.settle(pairs, context);
}
