import { LINK_PLACES, type LinkTable } from '../contract/schema/resource.js';

/** Position columns of a link table, as seen from one side. */
interface PlaceColumns {
  /** Position in the list of this side. */
  readonly own: string;
  /** Position in the list of the other side. */
  readonly other: string;
}

export function placeColumns({ owner }: Pick<LinkTable, 'owner'>): PlaceColumns {
  const { owner: position, inverse } = LINK_PLACES;
  return owner ? { own: position, other: inverse } : { own: inverse, other: position };
}
