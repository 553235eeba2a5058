import Link from 'next/link';
import type { Collection } from '../../generated/types/index.js';
import type { Drawing } from '../lib/answer';
import { listOf } from '../lib/lists';

/** Renders a list of pages with title and summary, and links to the other pages of the list. */
export function CollectionView({ list, drawing }: { readonly list: Collection; readonly drawing: Drawing }) {
  const { pages, previous, next } = listOf(list, drawing.address);
  return (
    <>
      <ul className="cards">
        {pages.map(({ '@id': iri, title, summary, path }) => (
          <li key={iri}>
            <Link href={path ?? '/'}>{title}</Link>
            <br />
            {summary}
          </li>
        ))}
      </ul>
      {(previous ?? next) && (
        <nav aria-label="Pages">
          {previous && (
            <Link href={previous} rel="prev">
              Previous
            </Link>
          )}
          {next && (
            <Link href={next} rel="next">
              Next
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
