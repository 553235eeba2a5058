import type { StoredWrite, WriteRule } from '../../kernel/contract/records/writes.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type { RemoveRecord } from '../../kernel/resource-operations.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { referenceTo } from '../../kernel/records/references.js';
import type { MergeDraft } from './merge-draft.js';
import type { Publication } from './publication.js';
import {
  dateOf,
  draftOf,
  isActive,
  publishedOf,
  requirePublishable,
} from '../../kernel/metadata/publication-state.js';

/**
 * Creates the write rule of drafts (components.md sections 2.4, 2.5 and 2.8). It runs last, because publishing a
 * draft deletes the written row.
 */
export function createPublishRule(deps: {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
  readonly merge: MergeDraft;
  readonly removeRecord: RemoveRecord;
}): WriteRule {
  const { registry, publication, merge, removeRecord } = deps;
  return {
    appliesTo: ({ publishable }) => publishable !== undefined,
    many: 'each',

    admit(resource, body, { actor }) {
      const { field, expiryField } = requirePublishable(resource).publishable;
      if (publication.maySeeDrafts(resource, actor)) return body;
      return Object.fromEntries(
        Object.entries(body).filter(([name]) => name !== field && name !== expiryField),
      );
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
      if (values[publishable.field] != null || context.requested.validatePublished) {
        for (const group of publishable.validationGroups) groups.add(group);
      }
    },

    async apply(write, scope) {
      const { after } = write;
      // The draft takes over places and relations (contract decisions 31 and 99).
      if (draftLeftBy(registry, write, scope.context.now) !== null) await removeRecord(after, scope);
      const published = becomesPublished(registry, after, scope.context.now);
      if (published === null) return;
      await merge({ draft: referenceTo(after), published }, scope);
    },

    result: (write, { context: { now } }) =>
      Promise.resolve(
        draftLeftBy(registry, write, now) ?? becomesPublished(registry, write.after, now) ?? undefined,
      ),
  };
}

/** Returns the draft of a published row that a write unpublishes. */
function draftLeftBy(
  registry: ResourceRegistry,
  { before, after }: StoredWrite,
  now: Date,
): Reference | null {
  const resource = requirePublishable(registry.require(after.type));
  if (before === null || publishedOf(resource, before) !== null || dateOf(resource, after) !== null)
    return null;
  return isActive(resource, before, now) ? draftOf(resource, before) : null;
}

/** Returns the published row into which a written draft is merged when its date has come. */
function becomesPublished(
  registry: ResourceRegistry,
  after: Parameters<typeof publishedOf>[1],
  now: Date,
): ReturnType<typeof publishedOf> {
  const resource = requirePublishable(registry.require(after.type));
  return isActive(resource, after, now) ? publishedOf(resource, after) : null;
}
