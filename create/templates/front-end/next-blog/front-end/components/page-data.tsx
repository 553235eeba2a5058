import Link from 'next/link';
import type { PageDepth } from '../../generated/client/index.js';

/** What stands above the components of a page made of page data. */
export function PageData({ depth: { pageData } }: { readonly depth: PageDepth }) {
  switch (pageData?.['@type']) {
    case 'ArticleData': {
      const { title, summary, authorName, authorPath, tags } = pageData;
      return (
        <>
          <h1>{title}</h1>
          <p className="meta">
            By {authorPath ? <Link href={authorPath}>{authorName}</Link> : authorName}.{' '}
            {(tags ?? []).map((tag) => `#${tag} `)}
          </p>
          <p>{summary}</p>
        </>
      );
    }
    case 'AuthorData':
      return <h1>{pageData.title}</h1>;
    default:
      return null;
  }
}
