/** `view` of a collection: its own address and those of the pages around it. */
export interface PageLinks {
  readonly id: string;
  readonly first?: string;
  readonly last?: string;
  readonly previous?: string;
  readonly next?: string;
}

interface PagedAnswer {
  readonly totalItems: number;
  readonly page:
    { readonly enabled: false } | { readonly enabled: true; readonly page: number; readonly perPage: number };
  readonly viewIri: string;
  readonly queryString: string;
}

/**
 * Links of core.md section 1.2: present with more than one page, or when the request carried any parameter but `page`
 * and `pagination`. The request's parameters are kept as sent, `page` moves to the end.
 */
export function pageLinks({ totalItems, page, viewIri, queryString }: PagedAnswer): PageLinks | undefined {
  const parts = queryString.split('&').filter((part) => part !== '');
  const others = parts.filter((part) => parameterName(part) !== 'page');
  const isFiltered = others.some((part) => parameterName(part) !== 'pagination');
  const last = page.enabled && page.perPage > 0 ? Math.max(1, Math.ceil(totalItems / page.perPage)) : 1;
  if (last === 1 && !isFiltered) return undefined;
  const address = (suffix: readonly string[]): string => {
    const query = [...others, ...suffix].join('&');
    return query === '' ? viewIri : `${viewIri}?${query}`;
  };
  if (last === 1 || !page.enabled)
    return { id: address(parts.filter((part) => parameterName(part) === 'page')) };
  const at = (number: number): string => address([`page=${number}`]);
  return {
    id: at(page.page),
    first: at(1),
    last: at(last),
    ...(page.page > 1 ? { previous: at(page.page - 1) } : {}),
    ...(page.page < last ? { next: at(page.page + 1) } : {}),
  };
}

function parameterName(part: string): string {
  const end = part.indexOf('=');
  return end === -1 ? part : part.slice(0, end);
}
