import type { RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { PendingWrite, WriteRule } from '../../kernel/contract/records/writes.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { keepHidden, referencesIn } from '../../kernel/records/references.js';
import type { DraftStates } from './draft-states.js';
import type { Publication } from './publication.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';

/**
 * Returns whether a caller may reference a record in a write. A draft hidden from the caller counts as missing
 * (contract decision 24).
 */
export type DraftGuard = (
  reference: Reference,
  context: RequestContext,
  session: SqlSession,
) => Promise<boolean>;

interface GuardDeps {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
  readonly states: DraftStates;
}

export function createDraftGuard({ registry, publication, states }: GuardDeps): DraftGuard {
  return async (reference, context, session) => {
    const resource = registry.get(reference.type);
    if (!isPublishable(resource) || publication.maySeeDrafts(resource, context.actor)) return true;
    const found = await states.read([reference], session);
    return !states.isHidden(reference.id, found.get(reference.id), context);
  };
}

/**
 * Preserves references that are hidden from the caller. Hidden drafts stay in lists (contract decision 30). A
 * position whose `component` is sent back as the displayed draft keeps the published row (decision 29).
 */
export function createKeepHiddenRule({ registry, states }: GuardDeps): WriteRule {
  return {
    appliesTo: ({ name, fields }) =>
      name === 'ComponentPosition' || fields.some(({ kind }) => kind === 'to-many'),
    many: 'each',
    async prepare(write, { session, context }) {
      const { before } = write;
      if (before === null) return;
      for (const name of replacedLists(write))
        await keepHidden(write, name, async (left) => {
          const found = await states.read(left, session);
          return left.filter(({ id }) => states.isHidden(id, found.get(id), context));
        });
      if (write.resource.name === 'ComponentPosition')
        await keepPublished({ write, stored: before.values }, states, session);
    },
  };

  function replacedLists({ resource, sent }: PendingWrite): readonly string[] {
    return resource.fields
      .filter((field) => field.kind === 'to-many' && sent.has(field.name))
      .filter((field) => field.kind === 'to-many' && takesPublishable(field.target))
      .map(({ name }) => name);
  }

  function takesPublishable(target: string): boolean {
    return registry.all.some(
      (resource) => isPublishable(resource) && registry.accepts(target, resource.name),
    );
  }
}

async function keepPublished(
  {
    write: { values, sent },
    stored,
  }: { readonly write: PendingWrite; readonly stored: Readonly<Record<string, unknown>> },
  states: DraftStates,
  session: SqlSession,
): Promise<void> {
  const [before] = referencesIn(stored.component);
  const [after] = referencesIn(values.component);
  if (!sent.has('component') || before === undefined || after === undefined || before.id === after.id) return;
  const state = (await states.read([after], session)).get(after.id);
  if (state?.publishedId === before.id) values.component = before;
}
