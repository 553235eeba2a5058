import type { App } from '../../../runtime/app.js';
import type { OrphanLists } from '../../../runtime/features/orphans/public-api.js';

interface Rows {
  readonly groups: readonly string[];
  readonly owners: readonly {
    readonly kind: 'page' | 'layout' | 'component';
    readonly owner: string;
    readonly group: string;
  }[];
  readonly positions: readonly {
    readonly id: string;
    readonly group: string | null;
    readonly component: string | null;
    readonly property: string | null;
  }[];
  /** The published version of each component, which may be the component itself. */
  readonly components: ReadonlyMap<string, { readonly published: string; readonly type: string }>;
  /** Components in slots of page data. */
  readonly held: readonly string[];
}

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value).toLowerCase();
const id = (value: unknown): string => text(value) ?? '';

async function readRows({ database, registry }: Pick<App, 'database' | 'registry'>): Promise<Rows> {
  const all = (columns: string, table: string) =>
    database.all<Readonly<Record<string, unknown>>>(`select ${columns} from ${database.table(table)}`);
  const owners = [];
  for (const kind of ['page', 'layout', 'component'] as const)
    for (const row of await all(`${kind}_id as owner, component_group_id as grp`, `${kind}_component_group`))
      owners.push({ kind, owner: id(row.owner), group: id(row.grp) });
  const held: string[] = [];
  for (const { kind, table, fields } of registry.all)
    if (kind === 'page_data')
      for (const field of fields)
        if (field.kind === 'to-one' && field.slot === true)
          for (const row of await all(`${field.column} as held`, table))
            if (row.held !== null) held.push(id(row.held));
  return {
    groups: (await all('id', 'component_group')).map((row) => id(row.id)),
    owners,
    positions: (
      await all(
        'id, component_group_id as grp, component_id as held, page_data_property as property',
        'component_position',
      )
    ).map((row) => ({
      id: id(row.id),
      group: text(row.grp),
      component: text(row.held),
      property: text(row.property),
    })),
    components: new Map(
      (await all('id, dtype, published_resource_id as published', 'abstract_component')).map((row) => [
        id(row.id),
        { published: text(row.published) ?? id(row.id), type: String(row.dtype) },
      ]),
    ),
    held,
  };
}

/** Returns the orphans of a model that walks from every root until it reaches nothing new. */
export async function modelOrphans(app: Pick<App, 'database' | 'registry' | 'iris'>): Promise<OrphanLists> {
  const { registry, iris } = app;
  const rows = await readRows(app);
  const publishedOf = (component: string): string => rows.components.get(component)?.published ?? component;
  const groups = new Set(rows.owners.filter(({ kind }) => kind !== 'component').map(({ group }) => group));
  // A reference to a draft does not keep its published version: that can be deleted, and the draft stays
  // (core.md section 14).
  const components = new Set(rows.held.filter((component) => publishedOf(component) === component));
  for (let before = -1; before !== groups.size + components.size;) {
    before = groups.size + components.size;
    for (const { group, component } of rows.positions)
      if (group !== null && groups.has(group) && component !== null && publishedOf(component) === component)
        components.add(component);
    for (const { kind, owner, group } of rows.owners)
      if (kind === 'component' && components.has(publishedOf(owner))) groups.add(group);
  }
  const iri = (type: string, key: string): string => iris.item(registry.require(type), key);
  const isDead = (position: Rows['positions'][number]): boolean =>
    position.group === null ||
    !groups.has(position.group) ||
    (position.component === null && position.property === null);
  return {
    componentGroups: rows.groups
      .filter((group) => !groups.has(group))
      .map((group) => iri('ComponentGroup', group))
      .sort(),
    componentPositions: rows.positions
      .filter(isDead)
      .map((position) => iri('ComponentPosition', position.id))
      .sort(),
    components: [...rows.components]
      .filter(([component, { published }]) => published === component && !components.has(component))
      .map(([component, { type }]) => iri(type, component))
      .sort(),
  };
}
