import type { Representation, RepresentationExtension } from '../../kernel/contract/operations.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { referenceTo } from '../../kernel/records/references.js';
import type { DraftReferences } from './draft-references.js';
import type { DraftStates } from './draft-states.js';
import type { Publication } from './publication.js';
import { describePublication } from './publication-members.js';
import type { SoftValidation } from './soft-validation.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';

/**
 * Adds the state of publishable records to representations, and hides drafts in relations from callers without permission. It
 * needs one statement at most, and runs after the extensions that resolve positions.
 */
export function createPublicationView(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly publication: Publication;
  readonly states: DraftStates;
  readonly references: DraftReferences;
  readonly softValidation: SoftValidation;
}): RepresentationExtension {
  const { registry, publication, states, references, softValidation } = deps;
  return {
    name: 'publication',
    appliesTo: ({ name, publishable }) => publishable !== undefined || references.has(name),
    async extend(representations, purpose, scope) {
      const { session, context } = scope;
      const isCounted = ({ record }: Representation): boolean =>
        publication.maySeeUsage(registry.require(record.type), context.actor);
      const known = new Map(
        representations.map((shown) => [shown.record.id, states.ownState(shown.record, isCounted(shown))]),
      );
      const asked = representations.filter(
        ({ record }) => isPublishable(registry.get(record.type)) && known.get(record.id) === undefined,
      );
      const own = asked.map(({ record }) => referenceTo(record));
      const named = representations.flatMap((representation) => references.of(representation));
      const count = asked.some(isCounted) ? 'places' : undefined;
      const found = await states.read([...own, ...named], session, count);
      for (const representation of representations) {
        const { record } = representation;
        if (isPublishable(registry.get(record.type))) {
          const state = known.get(record.id) ?? found.get(record.id);
          describePublication({ representation, state }, { purpose, context }, deps);
        }
        references.apply(representation, found, context);
      }
      if (purpose !== 'collection') await softValidation(representations, scope);
    },
  };
}
