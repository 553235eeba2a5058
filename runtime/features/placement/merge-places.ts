import type { Reference } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';

/** A draft and its published row before they are merged. */
export interface PlacedPair {
  readonly draft: Pick<Reference, 'id'>;
  readonly published: Pick<Reference, 'id'>;
}

/**
 * Deletes the positions of a draft in groups that also contain its published row. Otherwise the group would contain
 * the component twice after the merge (contract decision 31). Dynamic positions have another reason to hold a
 * component and stay.
 */
export type MergePlaces = (pair: PlacedPair, scope: WriteScope) => Promise<void>;

export function createMergePlaces({ reader, writer }: Pick<Kernel, 'reader' | 'writer'>): MergePlaces {
  return async ({ draft, published }, scope) => {
    const { session } = scope;
    const positions = session.table('component_position');
    const rows = await session.all<{ readonly id: string }>(
      `select own.id as id
from ${positions} own
where own.component_id = :draft
  and own.page_data_property is null
  and exists (
    select 1
    from ${positions} other
    where other.component_id = :published
      and other.page_data_property is null
      and other.component_group_id = own.component_group_id
  )`,
      { draft: draft.id, published: published.id },
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await writer.remove(scope, await reader.findMany(session, 'ComponentPosition', ids));
  };
}
