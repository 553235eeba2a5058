import type { JsonObject, JsonValue } from '../contract/json.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../contract/schema/resource.js';
import type { ColumnType, OperationName, CompleteDescriptor } from '../contract/schema/resource.js';
import { type DocumentationFacts, type DocumentedMember, documentedMembers } from './context-document.js';
import { entrypointKey } from './entrypoint.js';

/**
 * Builds `GET /docs` as JSON-LD (core.md section 1.4). Clients read plain names or `hydra:` names, so the
 * document has its classes in both forms.
 */
export function buildHydraDocumentation(facts: DocumentationFacts): JsonObject {
  const { apiPrefix, websiteName, version } = facts;
  const plain = {
    title: websiteName,
    description: `API for ${websiteName}`,
    entrypoint: apiPrefix === '' ? '/' : apiPrefix,
    supportedClass: [
      ...facts.resources.map((resource) => buildClass(resource, facts)),
      ...ABSTRACT_CLASSES,
      buildEntrypointClass(facts),
    ],
  };
  return {
    '@context': [contextOf(facts)],
    '@id': `${apiPrefix}/docs.jsonld`,
    '@type': 'ApiDocumentation',
    ...plain,
    ...prefixedMembers(plain),
    info: { title: websiteName, description: plain.description, version },
  };
}

const HYDRA = 'http://www.w3.org/ns/hydra/core#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';

const term = (iri: string): JsonObject => ({ '@id': iri });
/**
 * Returns a term whose values are IRIs: classes of this document (`#Title`) or of other vocabularies
 * (`xmls:string`).
 */
const link = (iri: string): JsonObject => ({ '@id': iri, '@type': '@id' });
const hydraTerms = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, term(HYDRA + name)]));

/**
 * Returns the JSON-LD context of all plain names. It is complete, so that readers need no other host, and a
 * type of the site may share its name with a Hydra term. The prefixed Hydra terms map to null, because
 * processors would otherwise find everything twice.
 */
const contextOf = ({ publicUrl, apiPrefix }: DocumentationFacts): JsonObject => ({
  '@base': `${publicUrl}${apiPrefix}/docs.jsonld`,
  '@vocab': `${publicUrl}${apiPrefix}/docs.jsonld#`,
  hydra: HYDRA,
  rdf: RDF,
  rdfs: RDFS,
  xmls: 'http://www.w3.org/2001/XMLSchema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  schema: 'https://schema.org/',
  ...hydraTerms(['ApiDocumentation', 'Class', 'SupportedProperty', 'Link', 'Operation']),
  ...hydraTerms(['title', 'description', 'supportedClass', 'supportedProperty', 'supportedOperation']),
  ...hydraTerms(['property', 'required', 'readable', 'writeable', 'method']),
  Property: term(`${RDF}Property`),
  entrypoint: link(`${HYDRA}entrypoint`),
  expects: link(`${HYDRA}expects`),
  returns: link(`${HYDRA}returns`),
  domain: link(`${RDFS}domain`),
  range: link(`${RDFS}range`),
  subClassOf: link(`${RDFS}subClassOf`),
  'hydra:title': null,
  'hydra:description': null,
  'hydra:entrypoint': null,
  'hydra:supportedClass': null,
});

function buildClass(resource: CompleteDescriptor, { metadataKey }: DocumentationFacts): JsonObject {
  const { name, description, positionRestricted, operations } = resource;
  return {
    '@id': `#${name}`,
    '@type': 'Class',
    title: name,
    ...(description === undefined ? {} : { description }),
    ...superClasses(resource),
    ...(positionRestricted ? { explicitAllowOnly: true } : {}),
    supportedProperty: documentedMembers(resource, metadataKey).map((member) => buildProperty(name, member)),
    supportedOperation: ITEM_OPERATIONS.filter(({ operation }) => operations.includes(operation)).map(
      (operation) => buildOperation(name, operation),
    ),
  };
}

/** Classes of relations to records of any type of a kind. */
const ABSTRACT_CLASSES: readonly JsonObject[] = [
  abstractClass(ABSTRACT_COMPONENT, 'Any component.'),
  abstractClass(ABSTRACT_PAGE_DATA, 'Any page data record.'),
];

function abstractClass(name: string, description: string): JsonObject {
  const members = { supportedProperty: [], supportedOperation: [] };
  return { '@id': `#${name}`, '@type': 'Class', title: name, description, ...members };
}

function superClasses({ kind, parent }: CompleteDescriptor): JsonObject {
  const abstract =
    kind === 'component' ? ABSTRACT_COMPONENT : kind === 'page_data' ? ABSTRACT_PAGE_DATA : undefined;
  const names = [parent, abstract].filter((name) => name !== undefined);
  return names.length === 0 ? {} : { subClassOf: names.map((name) => `#${name}`) };
}

function buildProperty(type: string, member: DocumentedMember): JsonObject {
  const { name, description, required, readable, writable, deprecated } = member;
  return {
    '@type': 'SupportedProperty',
    property: {
      '@id': `#${type}/${name}`,
      '@type': member.isIri ? 'Link' : 'Property',
      domain: `#${type}`,
      ...range(member),
    },
    title: name,
    required,
    readable,
    writeable: writable,
    ...(description === undefined ? {} : { description }),
    ...(deprecated ? { 'owl:deprecated': true } : {}),
  };
}

function range({ column, target }: DocumentedMember): JsonObject {
  if (target !== undefined) return { range: `#${target}` };
  const type = column === undefined ? undefined : RANGES[column];
  return type === undefined ? {} : { range: type };
}

const RANGES: Readonly<Partial<Record<ColumnType, string>>> = {
  string: 'xmls:string',
  text: 'xmls:string',
  uuid: 'xmls:string',
  integer: 'xmls:integer',
  float: 'xmls:double',
  decimal: 'xmls:decimal',
  boolean: 'xmls:boolean',
  datetime: 'xmls:dateTime',
  date: 'xmls:date',
  time: 'xmls:time',
};

interface OperationWords {
  readonly operation: OperationName;
  readonly method: string;
  readonly action: string;
  /** First word of the operation's title, before the type's name. */
  readonly verb: string;
}

const ITEM_OPERATIONS: readonly OperationWords[] = [
  { operation: 'read', method: 'GET', action: 'schema:FindAction', verb: 'get' },
  { operation: 'replace', method: 'PUT', action: 'schema:ReplaceAction', verb: 'put' },
  { operation: 'update', method: 'PATCH', action: 'schema:UpdateAction', verb: 'patch' },
  { operation: 'delete', method: 'DELETE', action: 'schema:DeleteAction', verb: 'delete' },
];
const COLLECTION_OPERATIONS: readonly OperationWords[] = [
  { operation: 'collection', method: 'GET', action: 'schema:FindAction', verb: 'get' },
  { operation: 'create', method: 'POST', action: 'schema:CreateAction', verb: 'post' },
];

function buildOperation(type: string, { operation, method, action, verb }: OperationWords): JsonObject {
  const isList = operation === 'collection';
  const writes = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return {
    '@type': ['Operation', action],
    method,
    title: `${verb}${type}${isList ? 'Collection' : ''}`,
    ...(writes ? { expects: `#${type}` } : {}),
    returns: method === 'DELETE' ? 'owl:Nothing' : isList ? 'hydra:Collection' : `#${type}`,
  };
}

function buildEntrypointClass({ resources }: DocumentationFacts): JsonObject {
  const listed = resources.filter(({ operations }) => operations.includes('collection'));
  return {
    '@id': '#Entrypoint',
    '@type': 'Class',
    title: 'Entrypoint',
    supportedProperty: listed.map(({ name, operations }) => ({
      '@type': 'SupportedProperty',
      property: {
        '@id': `#Entrypoint/${entrypointKey(name)}`,
        '@type': 'Link',
        domain: '#Entrypoint',
        range: ['hydra:Collection', listOf(name)],
        supportedOperation: COLLECTION_OPERATIONS.filter(({ operation }) =>
          operations.includes(operation),
        ).map((operation) => buildOperation(name, operation)),
      },
      title: entrypointKey(name),
      required: false,
      readable: true,
      writeable: false,
    })),
    supportedOperation: [{ '@type': 'Operation', method: 'GET', title: 'index', returns: '#Entrypoint' }],
  };
}

/** Returns a list type with members of one type. */
const listOf = (type: string): JsonObject => ({
  'owl:equivalentClass': {
    'owl:onProperty': { '@id': 'hydra:member' },
    'owl:allValuesFrom': { '@id': `#${type}` },
  },
});

const TERMS: ReadonlyMap<string, string> = new Map([
  ['domain', 'rdfs:domain'],
  ['range', 'rdfs:range'],
  ['subClassOf', 'rdfs:subClassOf'],
]);
const HYDRA_TYPES = new Set(['Class', 'SupportedProperty', 'Link', 'Operation']);
const OWN_MEMBERS = new Set(['explicitAllowOnly']);

/** Returns the tree with prefixed names. Classes also get the label that the client expects. */
function prefixedMembers(object: JsonObject): JsonObject {
  const isClass = object['@type'] === 'Class';
  const members = Object.entries(object).map(([name, value]) => [
    prefixedName(name),
    prefixedValue(name, value),
  ]);
  return { ...Object.fromEntries(members), ...(isClass ? { 'rdfs:label': object['title'] } : {}) };
}

function prefixedName(name: string): string {
  if (name.startsWith('@') || name.includes(':') || OWN_MEMBERS.has(name)) return name;
  return TERMS.get(name) ?? `hydra:${name}`;
}

function prefixedValue(name: string, value: JsonValue | undefined): JsonValue | undefined {
  if (name === '@type' && typeof value === 'string') return prefixedType(value);
  if (Array.isArray(value)) return value.map((entry: JsonValue) => prefixedValue(name, entry) ?? null);
  // Arrays and null are excluded, so this is a JSON object.
  if (typeof value === 'object' && value !== null) return prefixedMembers(value as JsonObject);
  return value;
}

function prefixedType(type: string): string {
  if (type === 'Property') return 'rdf:Property';
  return HYDRA_TYPES.has(type) ? `hydra:${type}` : type;
}
