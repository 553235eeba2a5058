import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../support/test-client.js';
import { BASE_TYPES } from '../../../runtime/model/base-tables.js';
import { projectResources } from '../../../runtime/project/project-types.js';
import { createResourceRegistry } from '../../../runtime/kernel/metadata/resource-registry.js';
import { parseReadRules } from '../../../runtime/features/security/read-rules.js';
import { type CoreApp, ADMIN, startCoreApp } from '../core/core-app.js';
import { hiddenTypes } from './hidden-types.js';

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp({ manifest: hiddenTypes });
});
afterAll(() => app.close());

interface Listed {
  readonly totalItems: number;
  readonly names: readonly string[];
}

async function list(path: string, as: Role = 'anonymous'): Promise<Listed | number> {
  const { status, body } = await app.get(path, { as });
  if (status !== 200) return status;
  const document = body.collection ?? body;
  return {
    totalItems: document.totalItems,
    names: document.member.map(({ name }: { name: string }) => name).toSorted(),
  };
}

const only = (...names: string[]): Listed => ({ totalItems: names.length, names });

describe('a type whose rule for reading depends on the record', () => {
  beforeAll(async () => {
    const { username } = (await app.get('/me', { as: 'user' })).body;
    await app.create('/component/vaults', { name: 'open', isOpen: true });
    await app.create('/component/vaults', { name: 'closed', isOpen: false });
    await app.create('/component/vaults', { name: 'own', owner: username });
    await app.create('/component/vaults', { name: 'foreign', owner: username.toUpperCase() });
  });

  test('lists the records that the caller can read one by one, counts included', async () => {
    expect(await list('/component/vaults')).toEqual(only('open'));
    expect(await list('/component/vaults', 'user')).toEqual(only('open', 'own'));
    expect(await list('/component/vaults', 'admin')).toEqual(only('closed', 'foreign', 'open', 'own'));
    expect(await list('/component/vaults?perPage=0')).toEqual({ totalItems: 1, names: [] });
    const { member } = (await app.get('/component/vaults', ADMIN)).body;
    for (const { '@id': iri, name } of member as { '@id': string; name: string }[]) {
      for (const as of ['anonymous', 'user'] as const) {
        const isListed = ((await list('/component/vaults', as)) as Listed).names.includes(name);
        expect([name, as, (await app.get(iri, { as })).status === 200]).toEqual([name, as, isListed]);
      }
    }
  });

  test('is searched, filtered and sorted among those only', async () => {
    expect(await list('/component/vaults?search=o')).toEqual(only('open'));
    expect(await list('/component/vaults?search=closed')).toEqual(only());
    expect(await list('/component/vaults?name=o&owned=true', 'user')).toEqual(only('own'));
    const { view } = (await app.get('/component/vaults?perPage=1&order[name]=desc', { as: 'user' })).body;
    expect(view.last).toContain('page=2');
  });

  test('is listed the same by a Collection component', async () => {
    const { '@id': iri } = await app.create('/component/collections', { resourceIri: '/component/vaults' });
    expect(await list(iri)).toEqual(only('open'));
    expect(await list(iri, 'user')).toEqual(only('open', 'own'));
    expect(((await list(iri, 'admin')) as Listed).totalItems).toBe(4);
  });

  test('is embedded only if it can be read', async () => {
    const { member } = (await app.get('/component/vaults', ADMIN)).body;
    for (const vault of member as { '@id': string; name: string }[]) {
      const { '@id': card } = await app.create('/component/cards', {
        title: vault.name,
        vault: vault['@id'],
      });
      for (const as of ['anonymous', 'user', 'admin'] as const) {
        const isReadable = (await app.get(vault['@id'], { as })).status === 200;
        const shown = (await app.get(card, { as })).body.vault;
        expect([as, shown]).toEqual([
          as,
          isReadable ? expect.objectContaining({ name: vault.name }) : vault['@id'],
        ]);
      }
    }
  });
});

describe('a type whose rule for reading depends on the caller', () => {
  test('rejects the list if the type has no rule for lists', async () => {
    await app.create('/record/clubs', { name: 'inner' });
    expect(await list('/record/clubs')).toBe(401);
    expect(await list('/record/clubs', 'user')).toEqual(only('inner'));
    const { '@id': iri } = await app.create('/component/collections', { resourceIri: '/record/clubs' });
    expect((await app.get(iri)).body).not.toHaveProperty('collection');
    expect(await list(iri, 'user')).toEqual(only('inner'));
  });

  test('filters the rows of a list that everyone can request', async () => {
    await app.create('/component/shelves', { name: 'quiet' });
    expect(await list('/component/shelves')).toEqual(only());
    expect(await list('/component/shelves?search=q')).toEqual(only());
    expect(await list('/component/shelves', 'user')).toEqual(only('quiet'));
  });
});

describe('a rule for lists', () => {
  test('that depends on the record filters the rows', async () => {
    const closed = await app.create('/component/crates', { name: 'nailed' });
    await app.create('/component/crates', { name: 'ajar', isOpen: true });
    expect(await list('/component/crates')).toEqual(only('ajar'));
    expect(await list('/component/crates', 'admin')).toEqual(only('ajar', 'nailed'));
    expect((await app.get(closed['@id'])).status).toBe(200);
  });

  test('decides about the list, whatever the rule for reading is', async () => {
    expect(await list('/component/guarded', 'user')).toBe(403);
    expect(await list('/component/guarded')).toBe(401);
  });
});

test('a rule that no database can evaluate prevents the start and is named', () => {
  const resources = hiddenTypes.resources.map((resource) =>
    resource.name === 'Vault' ? { ...resource, security: { read: "object.name matches '/a/'" } } : resource,
  );
  const registry = createResourceRegistry(projectResources(resources), BASE_TYPES);
  expect(() => parseReadRules(registry, 'true')).toThrow('"x-security.read" of Vault cannot filter lists: ');
});
