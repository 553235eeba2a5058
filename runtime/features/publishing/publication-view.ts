import type { RepresentationExtension } from '../../kernel/contract/operations.js';
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
 * What publication makes of records on their way out: the state of publishable ones, and no draft in any relation that a
 * caller without permission reads. At most one statement for all of it; it runs after the extensions that resolve positions.
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
      const told = new Map(representations.map(({ record }) => [record.id, states.told(record)]));
      const own = representations
        .filter(({ record }) => isPublishable(registry.get(record.type)) && told.get(record.id) === undefined)
        .map(({ record }) => referenceTo(record));
      const named = representations.flatMap((representation) => references.of(representation));
      const isCounted = own.some(({ type }) =>
        publication.maySeeUsage(registry.require(type), context.actor),
      );
      const found = await states.read([...own, ...named], session, isCounted ? 'places' : undefined);
      for (const representation of representations) {
        const { record } = representation;
        if (isPublishable(registry.get(record.type))) {
          const state = told.get(record.id) ?? found.get(record.id);
          describePublication(representation, state, { purpose, context }, deps);
        }
        references.apply(representation, found, context);
      }
      if (purpose !== 'collection') await softValidation(representations, scope);
    },
  };
}
