import { LINK_PLACES, type LinkTable } from '../contract/schema/resource.js';

/** The columns of a link table with the places of its links, as one side of it sees them. */
interface PlaceColumns {
  /** The place in the list of this side. */
  readonly own: string;
  /** The place in the list of the other side. */
  readonly other: string;
}

export function placeColumns({ owner }: Pick<LinkTable, 'owner'>): PlaceColumns {
  const { owner: position, inverse } = LINK_PLACES;
  return owner ? { own: position, other: inverse } : { own: inverse, other: position };
}
