import type { App } from '../../../runtime/app.js';
import { isSlot } from '../../../runtime/features/placement/placement-restriction.js';
import { createSlotIndex } from '../../../runtime/features/placement/places.js';
import { createDerivedReferences } from '../../../runtime/kernel/records/derived-references.js';
import type { ResourceRegistry } from '../../../runtime/kernel/metadata/resource-registry.js';
import type { ContentById } from './dump-content.js';

type Stored = Pick<App, 'database' | 'registry'>;

/** Reports rows of `page_data_slot` that differ from the columns, compared in two ways. */
export async function slotDisagreements(
  { database, registry }: Stored,
  content: ContentById,
): Promise<string[]> {
  const wanted = slotsOf(content, registry);
  const stored = await slotRows({ database });
  const notified = await createDerivedReferences(createSlotIndex(registry)).compare(database, 100);
  return [
    ...wanted.filter((row) => !stored.includes(row)).map((row) => `missing: ${row}`),
    ...stored.filter((row) => !wanted.includes(row)).map((row) => `surplus: ${row}`),
    ...notified,
  ];
}

export function countSlots(content: ContentById, registry: ResourceRegistry): number {
  return slotsOf(content, registry).length;
}

/** Returns all rows, each as one text. */
export async function slotRows({ database }: Pick<App, 'database'>): Promise<string[]> {
  const table = database.table('page_data_slot');
  const rows = await database.all<{ owner: string; property: string; component: string }>(
    `select page_data_id as owner, property as property, component_id as component from ${table}`,
  );
  return rows.map(({ owner, property, component }) => `${owner} ${property} ${component}`).sort();
}

function slotsOf(content: ContentById, registry: ResourceRegistry): string[] {
  return [...content.values()]
    .flatMap(({ type, id, values }) => {
      const resource = registry.get(type);
      if (resource?.kind !== 'page_data') return [];
      return resource.fields
        .filter((field) => isSlot(field, registry))
        .flatMap(({ name }) => {
          const held: unknown = JSON.parse(values.get(name) ?? 'null');
          return held === null ? [] : `${id} ${name} ${String(held)}`;
        });
    })
    .sort();
}
