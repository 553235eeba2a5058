import { parseHydraDocumentation } from '@api-platform/api-doc-parser';
import jsonld from 'jsonld';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';

const HYDRA = 'http://www.w3.org/ns/hydra/core#';
let app: TestApp;
let publicUrl = '';
beforeAll(async () => {
  app = await startTestApp();
  publicUrl = app.config.server.publicUrl;
  // The public address of the service leads to the one it listens at; nothing else is reached.
  const reach = fetch;
  vi.stubGlobal('fetch', (url: string, options?: RequestInit) =>
    reach(url.replace(publicUrl, app.origin), options),
  );
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app.close();
});

describe('GET /docs.jsonld, for processors', () => {
  test('a foreign reader of Hydra lists every resource with its relations', async () => {
    const { api } = await parseHydraDocumentation(`${publicUrl}${app.config.apiPrefix}`);
    const { body } = await app.get('/', { headers: { accept: 'application/ld+json' } });
    const listed = Object.keys(body).filter((key) => !key.startsWith('@'));
    const names = (api.resources ?? []).map(({ title }) => String(title));
    expect(names.map((name) => name[0]?.toLowerCase() + name.slice(1)).sort()).toEqual(listed.sort());
    const referenceOf = (type: string, field: string): unknown => {
      const found = api.resources
        ?.find(({ title }) => title === type)
        ?.fields?.find(({ name }) => name === field)?.reference;
      return typeof found === 'object' && found !== null ? found.title : found;
    };
    expect(referenceOf('Page', 'layout')).toBe('Layout');
    expect(referenceOf('Layout', 'componentGroups')).toBe('ComponentGroup');
    expect(referenceOf('ComponentPosition', 'componentGroup')).toBe('ComponentGroup');
  });

  test('each class is there once, and what it refers to is an address', async () => {
    const { body } = await app.get('/docs.jsonld');
    const [expanded] = (await jsonld.expand(body as object)) as Record<string, Record<string, unknown>[]>[];
    const classes = expanded?.[`${HYDRA}supportedClass`] ?? [];
    const ids = classes.map((one) => String(one['@id']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(`${publicUrl}${app.config.apiPrefix}/docs.jsonld#Collection`);
    const refering = ['returns', 'expects'].map((name) => HYDRA + name);
    const ends = ['domain', 'range'].map((name) => `http://www.w3.org/2000/01/rdf-schema#${name}`);
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
    visit(expanded, '');
    expect(literals).toEqual([]);
  });
});
