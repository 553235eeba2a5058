import type { Reference, StoredRecord } from '../../kernel/contract/records/record.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import { isDue, requirePublishable } from '../../kernel/metadata/publication-state.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import type { Places } from './draft-states.js';

/** Merges a due draft into its published row, which keeps its IRI. Returns the remaining row. */
export type MergeDraft = (
  pair: { readonly draft: Reference; readonly published: Reference },
  scope: WriteScope,
) => Promise<Reference>;

/**
 * Creates the merge of components.md section 2.5. Both rows are locked, the published one first, so two requests that
 * find the same due draft merge it once. References to the draft are changed to the published row before the draft is
 * deleted.
 */
export function createMergeDraft(
  deps: Pick<Kernel, 'registry' | 'reader' | 'writer' | 'repoint'> & {
    readonly places: Places;
  },
): MergeDraft {
  const { registry, reader, writer, repoint, places } = deps;
  return async ({ draft: draftReference, published: reference }, scope) => {
    const { session, context } = scope;
    const resource = registry.require(reference.type);
    const { publishedAssociation } = requirePublishable(resource).publishable;
    const before = await reader.findLocked(session, reference);
    const draft = await reader.findLocked(session, draftReference);
    if (before === undefined || draft === undefined) return reference;
    if (!isDue(requirePublishable(resource), draft, context.now)) return reference;
    const { writes } = scope.changes;
    if (resource.kind === 'component') await places.merge({ draft, published: before }, scope);
    await repoint({ from: draft, to: before, except: [publishedAssociation], draft: 'from' }, scope);
    // Groups of the draft may have moved to the published row.
    const isAsRead = scope.changes.writes === writes;
    const current = (isAsRead ? undefined : await reader.find(session, before)) ?? before;
    await writer.remove(scope, [draft]);
    const values = mergedValues(resource, { published: current, draft }, context.now);
    await writer.update(scope, { before: current, after: { ...current, values } });
    return reference;
  };
}

/** Returns the published row with the draft's content. It keeps its own identity and places. */
function mergedValues(
  resource: RegisteredResource,
  { published, draft }: { readonly published: StoredRecord; readonly draft: StoredRecord },
  now: Date,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...published.values };
  for (const field of resource.fields) {
    if (isContent(field, resource)) values[field.name] = draft.values[field.name];
  }
  if (resource.kind === 'page_data') values.route = published.values.route ?? draft.values.route;
  if (resource.timestamped !== undefined) values[resource.timestamped.modifiedAtField] = now;
  return values;
}

function isContent(field: FieldDescriptor, { kind, publishable, timestamped }: RegisteredResource): boolean {
  if (field.name === publishable?.publishedAssociation || field.name === timestamped?.createdAtField) {
    return false;
  }
  switch (field.kind) {
    case 'computed':
    case 'inverse-one':
      return false;
    case 'to-many':
      return field.through.kind === 'link' && field.through.owner && field.name !== 'componentGroups';
    case 'scalar':
    case 'to-one':
    case 'upload':
      // The route of page data determines its address (components.md section 8.1). A component may have an unrelated
      // field of that name.
      return kind !== 'page_data' || field.name !== 'route';
  }
}
