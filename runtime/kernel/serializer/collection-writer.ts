import type { JsonObject, JsonValue } from '../contract/json.js';
import type { CompleteDescriptor } from '../contract/resource.js';
import type { PageLinks } from './page-links.js';
import { pageLinks } from './page-links.js';

/** The parameters that a list shows to its reader. */
type Declared = Pick<CompleteDescriptor, 'orderFields' | 'searchFields' | 'filters'>;

export interface CollectionDocument {
  readonly declared: Declared;
  /** IRI of the collection, without query. */
  readonly iri: string;
  readonly contextIri: string;
  readonly members: readonly JsonObject[];
  readonly totalItems: number;
  readonly page:
    { readonly enabled: false } | { readonly enabled: true; readonly page: number; readonly perPage: number };
  /** Address and query string that `view` links are based on; a Collection component passes its own. */
  readonly viewIri: string;
  readonly queryString: string;
}

/** The collection envelope of core.md section 1.2. `hydraPrefix` switches to the prefixed keys of old front ends. */
export function writeCollection(document: CollectionDocument, hydraPrefix: boolean): JsonObject {
  const key = (name: string): string => (hydraPrefix ? `hydra:${name}` : name);
  const view = pageLinks(document);
  const search = searchTemplate(document.declared, document.iri, key);
  return {
    '@context': document.contextIri,
    '@id': document.iri,
    '@type': key('Collection'),
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
