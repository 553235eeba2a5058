import type { WriteRule } from '../../kernel/contract/operations.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { referenceTo } from '../../kernel/records/references.js';
import type { MergeDraft } from './merge-draft.js';
import type { Publication } from './publication.js';
import { isActive, publishedOf, requirePublishable } from '../../kernel/metadata/publication-state.js';

/**
 * What publication adds to writes (components.md sections 2.4, 2.5 and 2.8). It is the last rule, because publishing a
 * draft removes the row that was written.
 */
export function createPublishRule(deps: {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
  readonly merge: MergeDraft;
}): WriteRule {
  const { registry, publication, merge } = deps;
  return {
    name: 'publishable',
    appliesTo: ({ publishable }) => publishable !== undefined,
    many: 'each',

    admit(resource, body, { actor }) {
      const { field } = requirePublishable(resource).publishable;
      if (publication.maySeeDrafts(resource, actor)) return body;
      return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
    },

    prepare({ kind, resource, values, groups, before }, { context }) {
      const { publishable } = requirePublishable(resource);
      if (kind === 'create' && !publication.maySeeDrafts(resource, context.actor)) {
        values[publishable.field] = context.now;
      }
      // The route of a pair stays on the published record (components.md section 8.1).
      if (
        before !== null &&
        resource.kind === 'page_data' &&
        before.values[publishable.publishedAssociation] != null
      ) {
        values.route = null;
      }
      if (values[publishable.field] != null || context.asked.validatePublished) {
        for (const group of publishable.validationGroups) groups.add(group);
      }
    },

    async apply({ after }, scope) {
      const published = becomesPublished(registry, after, scope.context.now);
      if (published === null) return;
      await merge({ draft: referenceTo(after), published }, scope);
    },

    result: ({ after }, { context }) =>
      Promise.resolve(becomesPublished(registry, after, context.now) ?? undefined),
  };
}

/** The published row that a written draft is merged into, once its date has come. */
function becomesPublished(
  registry: ResourceRegistry,
  after: Parameters<typeof publishedOf>[1],
  now: Date,
): ReturnType<typeof publishedOf> {
  const resource = requirePublishable(registry.require(after.type));
  return isActive(resource, after, now) ? publishedOf(resource, after) : null;
}
