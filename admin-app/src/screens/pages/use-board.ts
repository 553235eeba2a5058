import { useNotify, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import {
  allGroups,
  allowedTypes,
  groupOf,
  groupsWithin,
  idOfItem,
  moved,
  orderOf,
  placement,
  type Group,
  type Order,
  type BoardItem,
} from './board.js';
import { moveBoardItem, MovedElsewhere } from './move-board-item.js';
import { useErrorMessage } from '../../ui/use-error-message.js';

/** Action on a page that opens a dialog. */
export type BoardAction =
  | { readonly what: 'edit' | 'remove'; readonly item: BoardItem }
  | { readonly what: 'add'; readonly group: Group };

/** Groups of a page with their current order and actions. */
export interface Board {
  readonly groups: readonly Group[];
  readonly wanted: BoardAction | undefined;
  /** Displayed order, including a move in progress. */
  readonly order: Order;
  /** Stored order. */
  readonly stored: Order;
  readonly itemsOf: (group: Group) => readonly BoardItem[];
  readonly itemAt: (position: string) => BoardItem | undefined;
  /** Returns the other groups that accept the component. */
  readonly otherGroups: (item: BoardItem) => readonly Group[];
  readonly want: (wanted: BoardAction | undefined) => void;
  /**
   * Moves an item. The move is shown immediately, and reverted if the service rejects it.
   * @param group IRI of the target group, by default the current one
   */
  readonly move: (item: BoardItem, index: number, group?: string) => void;
  readonly publish: (item: BoardItem) => void;
  /** Shows an order during dragging. Undefined shows the stored one. */
  readonly preview: (order: Order | undefined) => void;
  readonly reload: () => Promise<void>;
}

export function useBoard(groups: readonly Group[], reload: () => Promise<void>): Board {
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const translate = useTranslate();
  const { model, typeOf } = useSession();
  const [wanted, want] = useState<BoardAction>();
  const [preview, setPreview] = useState<Order>();
  const stored = useMemo(() => orderOf(groups), [groups]);
  const items = useMemo(() => {
    const all = allGroups(groups).flatMap(({ positions }) => positions);
    return new Map(all.map((item) => [idOfItem(item), item]));
  }, [groups]);
  const order = preview ?? stored;

  const failed = (error: unknown): void => {
    const isMoved = error instanceof MovedElsewhere;
    notify(isMoved ? translate(error.message) : reasonOf(error), { type: 'error' });
  };

  return {
    ...{ groups, wanted, want, order, stored, reload, preview: setPreview },
    itemAt: (position) => items.get(position),
    itemsOf: ({ group }) => (order.get(group['@id']) ?? []).flatMap((one) => items.get(one) ?? []),
    otherGroups(item) {
      const within = groupsWithin(item);
      const own = groupOf(stored, idOfItem(item));
      const type = item.component?.['@type'];
      return allGroups(groups).filter(
        (group) =>
          group.group['@id'] !== own &&
          !within.has(group.group['@id']) &&
          (type === undefined || allowedTypes(model, group).some(({ name }) => name === type)),
      );
    },
    move(item, index, group = groupOf(stored, idOfItem(item)) ?? '') {
      const to = { group, index };
      setPreview(moved(stored, idOfItem(item), to));
      void moveBoardItem(item, placement(groups, idOfItem(item), to))
        .catch(failed)
        .then(reload)
        .finally(() => setPreview(undefined));
    },
    publish(item) {
      const component = item.component as ApiDocument;
      const type = typeOf(component['@type']);
      void client
        .get(resourceOf(type), component['@id'])
        .then((read) => client.publish(resourceOf(type), read))
        .then(() => notify('admin.published', { type: 'success' }), failed)
        .then(reload);
    },
  };
}
