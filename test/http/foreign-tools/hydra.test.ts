import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { manifest } from '../../../generated/manifest.js';
import { createResourceRegistry } from '../../../runtime/kernel/metadata/resource-registry.js';
import { BASE_TYPES } from '../../../runtime/model/base-tables.js';
import { projectResources } from '../../../runtime/project/project-types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const HYDRA = 'http://www.w3.org/ns/hydra/core#';
let app: TestApp;
let publicUrl = '';
beforeAll(async () => {
  app = await startTestApp();
  publicUrl = app.config.server.publicUrl;
  // The public address of the service leads to the one that it listens on; nothing else is accessed.
  const reach = fetch;
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    reach(url.replace(publicUrl, app.origin), options),
  );
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app.close();
});

const ABSTRACT: ReadonlyMap<string, string> = new Map([
  ['AbstractComponent', 'component'],
  ['AbstractPageData', 'page_data'],
]);

const registry = () =>
  createResourceRegistry(projectResources(manifest.resources, manifest.user), BASE_TYPES);

/** Returns type, member and target of every relation that clients see. */
const documentedRelations = () =>
  registry().all.flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      'target' in field && (field.readable || field.writable)
        ? [[name, field.name, field.target] as const]
        : [],
    ),
  );

type Node = Readonly<Record<string, unknown>>;

async function expandedClasses(): Promise<readonly Node[]> {
  const { body } = await app.get('/docs.jsonld');
  const [expanded] = (await jsonld.expand(body as object)) as Record<string, Node[]>[];
  return expanded?.[`${HYDRA}supportedClass`] ?? [];
}

const idsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one: Node) => ('@id' in one ? [String(one['@id'])] : [])) : [];

/** Returns the values of a member anywhere in a document. */
function membersOf(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === name ? [member] : []),
    ...membersOf(member, name),
  ]);
}

describe('GET /docs.jsonld, for processors', () => {
  test('can be read by a foreign Hydra client, which lists every resource with its relations', async () => {
    const { api } = await parseHydraDocumentation(`${publicUrl}${app.config.apiPrefix}`);
    const { body } = await app.get('/', { headers: { accept: 'application/ld+json' } });
    const listed = Object.keys(body).filter((key) => !key.startsWith('@'));
    const names = (api.resources ?? []).map(({ title }) => String(title));
    expect(names.map((name) => name[0]?.toLowerCase() + name.slice(1)).sort()).toEqual(listed.sort());
    const targetOf = (type: string, field: string): unknown => {
      const resource = api.resources?.find(({ title }) => title === type);
      const { reference, embedded } = resource?.fields?.find(({ name }) => name === field) ?? {};
      const found = reference ?? embedded;
      return typeof found === 'object' && found !== null ? found.title : found;
    };
    const relations = documentedRelations().filter(([, , target]) => !ABSTRACT.has(target));
    expect(relations.map(([type, field]) => [type, field, targetOf(type, field)])).toEqual(relations);
    expect(relations).toContainEqual(['ComponentPosition', 'componentGroup', 'ComponentGroup']);
    expect(relations).toContainEqual(['BlogArticleData', 'page', 'Page']);
  });

  test('describes a relation to records of several types with a class that all of them are subclasses of', async () => {
    const classes = await expandedClasses();
    const vocabulary = `${publicUrl}${app.config.apiPrefix}/docs.jsonld#`;
    const targets = documentedRelations().flatMap(([, , target]) => (ABSTRACT.has(target) ? [target] : []));
    expect(new Set(targets)).toEqual(new Set(ABSTRACT.keys()));
    for (const [name, kind] of ABSTRACT) {
      expect(classes.map((one) => one['@id'])).toContain(vocabulary + name);
      const below = classes.filter((one) => idsOf(one[`${RDFS}subClassOf`]).includes(vocabulary + name));
      const wanted = registry().all.flatMap((type) => (type.kind === kind ? [vocabulary + type.name] : []));
      expect(below.map((one) => one['@id']).sort()).toEqual(wanted.sort());
    }
  });

  test('describes every class that it names', async () => {
    const classes = await expandedClasses();
    const described = new Set(classes.map((one) => String(one['@id'])));
    const named = [`${RDFS}range`, `${RDFS}domain`, `${HYDRA}returns`, `${HYDRA}expects`].flatMap((name) =>
      membersOf(classes, name).flatMap(idsOf),
    );
    const own = named.filter((id) => id.startsWith(publicUrl));
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((id) => !described.has(id))).toEqual([]);
  });

  test('contains each class once, and its references are addresses', async () => {
    const classes = await expandedClasses();
    const ids = classes.map((one) => String(one['@id']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(`${publicUrl}${app.config.apiPrefix}/docs.jsonld#Collection`);
    const refering = ['returns', 'expects'].map((name) => HYDRA + name);
    const ends = ['domain', 'range'].map((name) => RDFS + name);
    const literals: string[] = [];
    const visit = (value: unknown, name: string): void => {
      if (Array.isArray(value)) return value.forEach((entry) => visit(entry, name));
      if (typeof value !== 'object' || value === null) return;
      const id = '@id' in value ? String(value['@id']) : undefined;
      const isWrong = '@value' in value || (id !== undefined && (!/^https?:/.test(id) || id.includes('##')));
      if ([...refering, ...ends].includes(name) && isWrong)
        literals.push(`${name}: ${JSON.stringify(value)}`);
      for (const [key, member] of Object.entries(value)) visit(member, key);
    };
    visit(classes, '');
    expect(literals).toEqual([]);
  });
});
