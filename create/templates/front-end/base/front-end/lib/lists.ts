import type { Collection } from '../../generated/types/index.js';
import { hrefOf, type SiteAddress } from './address.ts';
import type { ListedPage } from './page.ts';

/** A page of a list with links to the previous and next page. */
export interface ListView {
  readonly pages: readonly ListedPage[];
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/**
 * Returns the list of a Collection. The URL selects the page and filters: `?page=2`, `?search=boat`, and the other
 * filters of the listed type.
 */
export function listOf({ collection }: Collection, address: SiteAddress): ListView {
  const linkTo = (iri: string | undefined): string | undefined => {
    if (iri === undefined) return undefined;
    const query = new URLSearchParams(address.query);
    query.set('page', new URL(iri, 'http://api').searchParams.get('page') ?? '1');
    return hrefOf({ ...address, query: query.toString(), sent: undefined });
  };
  return {
    pages: (collection?.member ?? []) as readonly ListedPage[],
    previous: linkTo(collection?.view?.previous),
    next: linkTo(collection?.view?.next),
  };
}
