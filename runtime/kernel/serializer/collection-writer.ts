import type { JsonObject, JsonValue } from '../contract/json.js';
import type { CompleteDescriptor } from '../contract/schema/resource.js';

/** `view` of a collection: its own address and those of the pages around it. */
interface PageLinks {
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
  /** Address and query string that `view` links are based on; a Collection component passes its own. */
  readonly viewIri: string;
  readonly queryString: string;
}

/** The parameters that a list shows to its reader. */
type Declared = Pick<CompleteDescriptor, 'orderFields' | 'searchFields' | 'filters'>;

export interface CollectionDocument extends PagedAnswer {
  readonly declared: Declared;
  /** IRI of the collection, without query. */
  readonly iri: string;
  readonly contextIri: string;
  readonly members: readonly JsonObject[];
}

/** The `@type` of every list. */
export const COLLECTION = 'Collection';

/** The collection envelope of core.md section 1.2. `hydraPrefix` switches to the prefixed keys of old front ends. */
export function writeCollection(document: CollectionDocument, hydraPrefix: boolean): JsonObject {
  const key = (name: string): string => (hydraPrefix ? `hydra:${name}` : name);
  const view = pageLinks(document);
  const search = searchTemplate(document.declared, document.iri, key);
  return {
    '@context': document.contextIri,
    '@id': document.iri,
    '@type': key(COLLECTION),
    [key('totalItems')]: document.totalItems,
    [key('member')]: document.members,
    ...(view === undefined ? {} : { [key('view')]: viewDocument(view, key) }),
    ...(search === undefined ? {} : { [key('search')]: search }),
  };
}

function viewDocument({ id, ...links }: PageLinks, key: (name: string) => string): JsonObject {
  const prefixed = Object.entries(links).map(([name, link]: [string, JsonValue]) => [key(name), link]);
  return { '@id': id, '@type': key('PartialCollectionView'), ...Object.fromEntries(prefixed) };
}

/** Present only for types that declare parameters. */
function searchTemplate(
  declared: Declared,
  iri: string,
  key: (name: string) => string,
): JsonObject | undefined {
  const variables = queryVariables(declared);
  if (variables.length === 0) return undefined;
  return {
    '@type': key('IriTemplate'),
    [key('template')]: `${iri}{?${variables.map(({ variable }) => variable).join(',')}}`,
    [key('variableRepresentation')]: 'BasicRepresentation',
    [key('mapping')]: variables.map(({ variable, property }) => ({
      '@type': 'IriTemplateMapping',
      variable,
      property,
      required: false,
    })),
  };
}

interface Variable {
  readonly variable: string;
  readonly property: string;
}

/** Query parameters a type declares, as `search` and the documentation list them. */
export function queryVariables({ orderFields, searchFields, filters }: Declared): readonly Variable[] {
  return [
    ...orderFields.map((field) => ({ variable: `order[${field}]`, property: field })),
    ...(searchFields.length > 0 ? [{ variable: 'search', property: 'search' }] : []),
    ...filters.flatMap(({ parameter, field, strategy }) => [
      { variable: parameter, property: field },
      ...(strategy === 'boolean' || strategy === 'exact'
        ? [{ variable: `${parameter}[]`, property: field }]
        : []),
    ]),
  ];
}

/**
 * Links of core.md section 1.2: present with more than one page, or when the request carried any parameter but `page`
 * and `pagination`. The request's parameters are kept as sent, `page` moves to the end.
 */
function pageLinks({ totalItems, page, viewIri, queryString }: PagedAnswer): PageLinks | undefined {
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
