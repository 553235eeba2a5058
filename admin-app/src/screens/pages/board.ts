import type { GroupNode, PageTypes, PositionNode } from '../../../../templates/client/page.js';
import type { ApiDocument } from '../../api/client.js';
import type { AdminModel, AdminType } from '../../api/model.js';

export type Group = GroupNode<PageTypes>;
export type BoardItem = PositionNode<PageTypes>;

/** Groups with the places in them, as they stand or as somebody is moving them: addresses of both. */
export type Order = ReadonlyMap<string, readonly string[]>;

/** All groups that are given, and those in their components. */
export const allGroups = (groups: readonly Group[]): readonly Group[] =>
  groups.flatMap((group) => [group, ...group.positions.flatMap((item) => allGroups(item.groups))]);

export const orderOf = (groups: readonly Group[]): Order =>
  new Map(allGroups(groups).map(({ group, positions }) => [group['@id'], positions.map(idOfItem)]));

export const idOfItem = ({ position }: BoardItem): string => position['@id'];

export const groupOf = (order: Order, item: string): string | undefined =>
  [...order].find(([, items]) => items.includes(item))?.[0];

/** The order with a place in another one; `index` counts without it. */
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

/** Groups into which a place cannot go, as they stand within it. */
export const groupsWithin = (item: BoardItem | undefined): ReadonlySet<string> =>
  new Set(allGroups(item?.groups ?? []).map(({ group }) => group['@id']));

const valueOf = (item: BoardItem): number => Number((item.position as ApiDocument)['sortValue'] ?? 0);

/** What a place is written with to stand there: those between its old place and its new one move up by one. */
export function placement(
  groups: readonly Group[],
  item: string,
  to: { readonly group: string; readonly index: number },
): { readonly componentGroup: string; readonly sortValue: number } {
  const target = allGroups(groups).find(({ group }) => group['@id'] === to.group);
  // Within its own group a place takes the value of whichever stands there now.
  const { positions = [] } = target ?? {};
  const isOwn = positions.some((one) => idOfItem(one) === item);
  const there = positions[to.index];
  const last = positions.at(-1);
  const sortValue =
    there !== undefined ? valueOf(there) : last === undefined ? 0 : valueOf(last) + (isOwn ? 0 : 1);
  return { componentGroup: to.group, sortValue };
}

/** The types of which a group takes components, as far as the caller knows them. */
export function allowedTypes({ types, service }: AdminModel, group: Group): readonly AdminType[] {
  const allowed = (group.group as ApiDocument)['allowedComponents'];
  const components = types.filter((type) => type.group === 'component');
  if (!Array.isArray(allowed)) return components.filter(({ positionRestricted }) => !positionRestricted);
  return components.filter(({ path }) => allowed.includes(service.prefix + path));
}
