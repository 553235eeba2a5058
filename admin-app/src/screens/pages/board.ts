import type { GroupNode, PageTypes, PositionNode } from '../../../../templates/client/page.js';
import type { ApiDocument } from '../../api/client.js';
import type { AdminModel, AdminType } from '../../api/model.js';

export type Group = GroupNode<PageTypes>;
export type BoardItem = PositionNode<PageTypes>;

/** IRIs of positions by group, as stored or during dragging. */
export type Order = ReadonlyMap<string, readonly string[]>;

/** Returns the groups, including those of their components. */
export const allGroups = (groups: readonly Group[]): readonly Group[] =>
  groups.flatMap((group) => [group, ...group.positions.flatMap((item) => allGroups(item.groups))]);

export const orderOf = (groups: readonly Group[]): Order =>
  new Map(allGroups(groups).map(({ group, positions }) => [group['@id'], positions.map(idOfItem)]));

export const idOfItem = ({ position }: BoardItem): string => position['@id'];

export const groupOf = (order: Order, item: string): string | undefined =>
  [...order].find(([, items]) => items.includes(item))?.[0];

/** Returns the order after a move. `index` does not count the moved position. */
export function moved(
  order: Order,
  item: string,
  to: { readonly group: string; readonly index: number },
): Order {
  return new Map(
    [...order].map(([group, items]) => {
      const others = items.filter((one) => one !== item);
      return [group, group === to.group ? others.toSpliced(to.index, 0, item) : others];
    }),
  );
}

/** Returns the groups inside a component, which it cannot be moved into. */
export const groupsWithin = (item: BoardItem | undefined): ReadonlySet<string> =>
  new Set(allGroups(item?.groups ?? []).map(({ group }) => group['@id']));

const valueOf = (item: BoardItem): number => Number((item.position as ApiDocument)['sortValue'] ?? 0);

/** Returns the members to store for a move. The service shifts the positions between the old and the new index. */
export function placement(
  groups: readonly Group[],
  item: string,
  to: { readonly group: string; readonly index: number },
): { readonly componentGroup: string; readonly sortValue: number } {
  const target = allGroups(groups).find(({ group }) => group['@id'] === to.group);
  // Within its group, a position takes the sort value of the one that it replaces.
  const { positions = [] } = target ?? {};
  const isOwn = positions.some((one) => idOfItem(one) === item);
  const there = positions[to.index];
  const last = positions.at(-1);
  const sortValue =
    there !== undefined ? valueOf(there) : last === undefined ? 0 : valueOf(last) + (isOwn ? 0 : 1);
  return { componentGroup: to.group, sortValue };
}

/** Returns the types that a group accepts, among those that the user may see. */
export function allowedTypes({ types, service }: AdminModel, group: Group): readonly AdminType[] {
  const allowed = (group.group as ApiDocument)['allowedComponents'];
  const components = types.filter((type) => type.group === 'component');
  if (!Array.isArray(allowed)) return components.filter(({ positionRestricted }) => !positionRestricted);
  return components.filter(({ path }) => allowed.includes(service.prefix + path));
}
