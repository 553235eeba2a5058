import type { WriteScope } from '../contract/operations.js';
import type { Reference, StoredRecord } from '../contract/record.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { createIncomingLinks } from './incoming-links.js';
import { createIncomingRelations } from './incoming-relations.js';
import type { RecordReader } from './record-reader.js';
import type { RecordWriter } from './record-writer.js';

/**
 * Makes every relation that names one record name another of the same type, recording each holder: a draft and its
 * published row take over each other's places when one of them goes (contract decision 31). Members in `except` (by
 * name, of the records' own type) stay.
 */
export type RepointRelations = (
  pair: { readonly from: StoredRecord; readonly to: StoredRecord; readonly except: readonly string[] },
  scope: WriteScope,
) => Promise<void>;

export function createRepointRelations(deps: {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly writer: RecordWriter;
}): RepointRelations {
  const { registry, reader, writer } = deps;
  const relations = createIncomingRelations(registry);
  const links = createIncomingLinks(registry);

  /** A record between two of its states, written and recorded. */
  async function rewrite(
    holder: StoredRecord,
    [member, value]: readonly [string, unknown],
    scope: WriteScope,
  ): Promise<void> {
    const after = { ...holder, values: { ...holder.values, [member]: value } };
    await writer.update(scope.session, holder, after, scope.context.now);
    scope.changes.record({ kind: 'updated', before: holder, after, fields: [member] });
  }

  return async ({ from, to, except }, scope) => {
    const target: Reference = { type: to.type, id: to.id, key: to.id };
    for (const { resource, field } of relations(from.type)) {
      if (resource.name === from.type && except.includes(field.name)) continue;
      const expression = reader.select(resource.name).expression(field.name);
      const holders = await reader.findWhere(scope.session, resource.name, `${expression} = :id`, {
        id: from.id,
      });
      for (const holder of holders) await rewrite(holder, [field.name, target], scope);
    }
    for (const { resource, field } of links(from.type)) {
      const { table, ownColumn, targetColumn } = field.through;
      const listing = `select l.${ownColumn} from ${scope.session.table(table)} l where l.${targetColumn} = :id`;
      const holders = await reader.findWhere(scope.session, resource.name, `t.id in (${listing})`, {
        id: from.id,
      });
      for (const holder of holders) {
        if (holder.id === from.id || holder.id === to.id) continue;
        const listed = (holder.values[field.name] ?? []) as readonly Reference[]; // to-many members are lists
        const others = listed.filter(({ id }) => id !== from.id && id !== to.id);
        await rewrite(holder, [field.name, [...others, target]], scope);
      }
    }
  };
}
