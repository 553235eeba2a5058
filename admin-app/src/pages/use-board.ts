import { useNotify, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { client, resourceOf, type ApiDocument } from '../api/client.js';
import { useSession } from '../app/session.js';
import {
  allGroups,
  allowedTypes,
  groupOf,
  groupsWithin,
  idOfPlace,
  moved,
  orderOf,
  placement,
  type Group,
  type Order,
  type Place,
} from './board.js';
import { movePlace, MovedMeanwhile } from './move-place.js';
import { useReason } from '../parts/use-reason.js';

/** What somebody wants to do on a page. */
export type PlaceWanted =
  | { readonly what: 'edit' | 'remove'; readonly place: Place }
  | { readonly what: 'add'; readonly group: Group };

/** The groups of a page, as they are shown and changed. */
export interface Board {
  readonly groups: readonly Group[];
  readonly wanted: PlaceWanted | undefined;
  /** As it stands, or as somebody is moving it. */
  readonly order: Order;
  /** As the service has it. */
  readonly stored: Order;
  readonly placesOf: (group: Group) => readonly Place[];
  readonly placeAt: (position: string) => Place | undefined;
  /** Other groups that take the component. */
  readonly otherGroups: (place: Place) => readonly Group[];
  readonly want: (wanted: PlaceWanted | undefined) => void;
  /** Shows it there at once, and back where the service refuses it. @param group its own where there is none */
  readonly move: (place: Place, index: number, group?: string) => void;
  readonly publish: (place: Place) => void;
  /** Shows places somewhere while they are moved; nothing for where they stand. */
  readonly preview: (order: Order | undefined) => void;
  readonly reload: () => Promise<void>;
}

export function useBoard(groups: readonly Group[], reload: () => Promise<void>): Board {
  const notify = useNotify();
  const reasonOf = useReason();
  const translate = useTranslate();
  const { model, typeOf } = useSession();
  const [wanted, want] = useState<PlaceWanted>();
  const [preview, setPreview] = useState<Order>();
  const stored = useMemo(() => orderOf(groups), [groups]);
  const places = useMemo(() => {
    const all = allGroups(groups).flatMap(({ positions }) => positions);
    return new Map(all.map((place) => [idOfPlace(place), place]));
  }, [groups]);
  const order = preview ?? stored;

  const failed = (error: unknown): void => {
    const isMoved = error instanceof MovedMeanwhile;
    notify(isMoved ? translate(error.message) : reasonOf(error), { type: 'error' });
  };

  return {
    ...{ groups, wanted, want, order, stored, reload, preview: setPreview },
    placeAt: (position) => places.get(position),
    placesOf: ({ group }) => (order.get(group['@id']) ?? []).flatMap((one) => places.get(one) ?? []),
    otherGroups(place) {
      const within = groupsWithin(place);
      const own = groupOf(stored, idOfPlace(place));
      const type = place.component?.['@type'];
      return allGroups(groups).filter(
        (group) =>
          group.group['@id'] !== own &&
          !within.has(group.group['@id']) &&
          (type === undefined || allowedTypes(model, group).some(({ name }) => name === type)),
      );
    },
    move(place, index, group = groupOf(stored, idOfPlace(place)) ?? '') {
      const to = { group, index };
      setPreview(moved(stored, idOfPlace(place), to));
      void movePlace(place, placement(groups, idOfPlace(place), to))
        .catch(failed)
        .then(reload)
        .finally(() => setPreview(undefined));
    },
    publish(place) {
      const component = place.component as ApiDocument;
      const type = typeOf(component['@type']);
      void client
        .get(resourceOf(type), component['@id'])
        .then((read) => client.publish(resourceOf(type), read))
        .then(() => notify('admin.published', { type: 'success' }), failed)
        .then(reload);
    },
  };
}
