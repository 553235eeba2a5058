import type { JsonObject, JsonValue } from '../contract/json.js';
import type { CompleteDescriptor } from '../contract/schema/resource.js';

/** `view` of a collection: its URL and those of related pages. */
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
  /** URL and query string for `view` links; a Collection component passes its own. */
  readonly viewIri: string;
  readonly queryString: string;
}

/** Parameters of a list that its reader may use. */
type Declared = Pick<CompleteDescriptor, 'orderFields' | 'searchFields' | 'filters'>;

export interface CollectionDocument extends PagedAnswer {
  readonly declared: Declared;
  /** IRI of the collection, without the query. */
  readonly iri: string;
  readonly contextIri: string;
  readonly members: readonly JsonObject[];
}

/** `@type` of every list. */
export const COLLECTION = 'Collection';

/**
 * Builds the collection document of core.md section 1.2. `hydraPrefix` selects the prefixed keys of older
 * front ends.
 */
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

/** Returns the search template; undefined for types without parameters. */
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

/** Returns the declared query parameters of a type, for `search` and the documentation. */
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
 * Returns the page links of core.md section 1.2. They exist with more than one page, or if the request has
 * parameters other than `page` and `pagination`. Parameters are repeated as sent, with `page` last.
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
