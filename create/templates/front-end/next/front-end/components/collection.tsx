import Link from 'next/link';
import type { Collection } from '../../generated/types/index.js';
import type { ListedPage } from '../lib/page';

/** A list of pages, each with its title and summary. */
export function CollectionView({ list: { collection } }: { readonly list: Collection }) {
  const pages = (collection?.member ?? []) as readonly ListedPage[];
  return (
    <ul className="cards">
      {pages.map(({ '@id': iri, title, summary, path }) => (
        <li key={iri}>
          <Link href={path ?? '/'}>{title}</Link>
          <br />
          {summary}
        </li>
      ))}
    </ul>
  );
}
