import type { SqlSession } from '../../../kernel/contract/database.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { isSlot } from '../placement.js';

/** Where a component is used: positions that hold it and (record, property) pairs of page data that hold it. */
export interface Usage {
  readonly positionCount: number;
  readonly pageDataCount: number;
  readonly total: number;
}

/** A column of page data that holds components. */
export interface SlotColumn {
  readonly type: string;
  readonly isPublishable: boolean;
  readonly table: string;
  readonly column: string;
  readonly property: string;
  /** The type of component that it takes. */
  readonly target: string;
}

/**
 * SQL that counts the uses of exactly the row whose id is `id`, an expression or a parameter. Of `records`, page data and
 * its draft are one holder: the draft copies what the record holds, and that is no further use (core.md section 9). Of
 * `rows` they are two: a component is free when the last row lets go of it.
 */
export function usageSql(
  columns: readonly SlotColumn[],
  session: Pick<SqlSession, 'table' | 'dialect'>,
  { id, holders }: { readonly id: string; readonly holders: 'records' | 'rows' },
): { readonly positions: string; readonly slots: string } {
  const slots = columns.map(({ isPublishable, table, column }) => {
    const source = `from ${session.table(table)} u`;
    const isHeld = `u.${session.dialect.quote(column)} = ${id}`;
    if (holders === 'rows' || !isPublishable) return `(select count(*) ${source} where ${isHeld})`;
    const base = session.table('abstract_page_data');
    return `(select count(distinct coalesce(r.published_resource_id, r.id)) ${source} join ${base} r on r.id = u.id where ${isHeld})`;
  });
  return {
    positions: `(select count(*) from ${session.table('component_position')} u where u.component_id = ${id})`,
    slots: slots.length === 0 ? '0' : slots.join(' + '),
  };
}

export type CountUsage = (componentId: string, session: SqlSession) => Promise<Usage>;

/** Counts the uses of exactly this row in one statement, however many page data types there are (core.md section 9). */
export function createCountUsage(columns: readonly SlotColumn[]): CountUsage {
  return async (componentId, session) => {
    const { positions, slots } = usageSql(columns, session, { id: ':id', holders: 'records' });
    const sql = `select ${positions} as positions, ${slots} as slots`;
    const row = await session.first<{ positions: number; slots: number }>(sql, { id: componentId });
    const positionCount = Number(row?.positions ?? 0);
    const pageDataCount = Number(row?.slots ?? 0);
    return { positionCount, pageDataCount, total: positionCount + pageDataCount };
  };
}

/** Columns of page data tables that hold components: walks the whole registry, so it is asked once. */
export function slotColumns(registry: ResourceRegistry): readonly SlotColumn[] {
  return registry.all
    .filter(({ kind }) => kind === 'page_data')
    .flatMap(({ name, table, ownFields, publishable }) =>
      ownFields
        .filter((field) => isSlot(field, registry))
        .map((field) => ({
          type: name,
          isPublishable: publishable !== undefined,
          table,
          column: field.column,
          property: field.name,
          target: field.target,
        })),
    );
}
