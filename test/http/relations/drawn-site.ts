import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { loadProject } from '../../../runtime/project/load-project.js';
import { aMigratedProject } from '../../persistence/migrated-project.js';
import { callCommand, commandOf } from '../../support/run-command.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  type DrawnRelation,
  type DrawnSite,
  type DrawnType,
  isToMany,
  memberNames,
  publicationName,
  schemasOf,
  stampNames,
} from './drawn-types.js';

const ADMIN = { as: 'superAdmin' } as const;
const READERS = ['anonymous', 'user', 'superAdmin'] as const;
const FOLDERS = { component: 'component', page_data: 'page_data', record: 'record' } as const;
const RECORDS = 2;

const listOf = ({ kind, title }: Pick<DrawnType, 'kind' | 'title'>): string =>
  `/${FOLDERS[kind]}/${title.toLowerCase()}s`;

/** IRIs of the records of each type, by the type's title. */
type Records = ReadonlyMap<string, readonly string[]>;

/** Generates, migrates, fills and reads a site as its visitors and its editors do, and checks every response. */
export async function tryDrawnSite(site: DrawnSite): Promise<void> {
  const project = await aMigratedProject();
  await project.write(schemasOf(site));
  await project.generate();
  await (await project.migrator()).run();
  const { manifest } = await loadProject(project.root);
  const app = await startTestApp({ manifest, databaseUrl: project.databaseUrl });
  try {
    const records = await fill(app, site);
    await readAll(app, site, records);
    await readCompanions(app, site, records);
    await exportAll(app, project.root);
    await changeAll(app, site, records);
    await readAll(app, site, records);
    await deleteAll(app, site, records);
  } finally {
    await app.close();
  }
}

async function fill(app: TestApp, { types, relations }: DrawnSite): Promise<Records> {
  const layout = await app.create('/_/layouts', { reference: 'layout', uiComponent: 'Layout' });
  const template = { reference: 'page', uiComponent: 'Page', isTemplate: true, layout: layout['@id'] };
  const page = (await app.create('/_/pages', template))['@id'];
  const records = new Map<string, readonly string[]>();
  for (const type of types) {
    const made: string[] = [];
    for (let number = 0; number < RECORDS; number += 1) {
      const body = { name: `${type.title} ${number}`, ...(type.kind === 'page_data' ? { page } : {}) };
      made.push((await app.create(listOf(type), body, 'superAdmin'))['@id']);
    }
    records.set(type.title, made);
  }
  for (const [index, relation] of relations.entries()) await relate(app, { index, relation }, records);
  for (const type of types) {
    const field = publicationName(type);
    const [first = ''] = records.get(type.title) ?? [];
    if (type.kind === 'page_data')
      await expectStatus(app.post('/_/routes/generate', { pageData: first }, ADMIN));
    if (field === undefined) continue;
    await expectStatus(app.patch(first, { [field]: '2020-01-01T00:00:00Z' }, ADMIN));
  }
  return records;
}

async function relate(
  app: TestApp,
  { index, relation }: { readonly index: number; readonly relation: DrawnRelation },
  records: Records,
): Promise<void> {
  const { own } = memberNames(index);
  const targets = records.get(relation.target) ?? [];
  for (const [number, owner] of (records.get(relation.owner) ?? []).entries()) {
    const value = isToMany(relation) ? targets.slice(number) : (targets[number] ?? null);
    const answer = await expectStatus(app.patch(owner, { [own]: value }, ADMIN));
    expect(iris(answer[own])).toEqual(iris(value));
  }
}

/** Returns the IRIs in a member that shows records, embedded or not. */
function iris(member: JsonValue | undefined): readonly string[] {
  if (member === null || member === undefined) return [];
  if (typeof member !== 'object') return [String(member)];
  // A value that is not a list is a document.
  return Array.isArray(member) ? member.flatMap(iris) : [String((member as JsonObject)['@id'])];
}

async function readAll(app: TestApp, { types }: DrawnSite, records: Records): Promise<void> {
  for (const type of types) {
    const list = listOf(type);
    const orders = ['name', ...stampNames(type)].map((field) => `order[${field}]=desc`);
    const queries = [...orders, 'search=1', `name=${type.title}%201&called=1`, 'page=2&perPage=1'];
    for (const query of queries) await expectAnswer(app.get(`${list}?${query}`, ADMIN));
    for (const as of READERS) await expectAnswer(app.get(list, { as }));
    const listed = await expectStatus(app.get(`${list}?perPage=50`, ADMIN));
    expect((listed.member as readonly JsonObject[]).length).toBeGreaterThanOrEqual(RECORDS);
    for (const iri of records.get(type.title) ?? []) {
      for (const as of READERS) await expectAnswer(app.get(iri, { as }));
      if (type.kind === 'component') await expectStatus(app.get(`${iri}/usage`, ADMIN));
    }
  }
}

/** Reads responses that include records: manifests, routes, revisions and orphans. */
async function readCompanions(app: TestApp, { types }: DrawnSite, records: Records): Promise<void> {
  for (const path of ['/_/revisions', '/_/routes', '/_/pages', '/_/orphaned_resources'])
    await expectAnswer(app.get(path, ADMIN));
  await expectAnswer(app.post('/_/orphaned_resources/scan', {}, ADMIN));
  const routes = await expectStatus(app.get('/_/routes?pagination=false', ADMIN));
  for (const { path } of routes.member as readonly JsonObject[])
    for (const as of READERS) await expectAnswer(app.get(`/_/resource_manifest/${String(path)}`, { as }));
  for (const { title } of types)
    for (const iri of records.get(title) ?? [])
      await expectAnswer(app.get(`/_/revisions?subject=${encodeURIComponent(iri)}`, ADMIN));
}

async function exportAll(app: TestApp, root: string): Promise<void> {
  const errors: string[] = [];
  const code = await callCommand(commandOf(app, 'export'), [join(root, 'export')], {
    service: app.app,
    printError: (line) => void errors.push(line),
  });
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
}

/** Changes every record, which creates drafts of published ones, duplicates components, and undoes one change. */
async function changeAll(app: TestApp, { types }: DrawnSite, records: Records): Promise<void> {
  for (const type of types) {
    for (const [number, iri] of (records.get(type.title) ?? []).entries())
      await expectStatus(app.patch(iri, { name: `${type.title} changed ${number}` }, ADMIN));
    const [first = ''] = records.get(type.title) ?? [];
    if (type.kind === 'component') await expectAnswer(app.post(`${first}/duplicate`, {}, ADMIN));
  }
  const { revisions = [] } = await expectStatus(app.get('/_/revisions', ADMIN));
  const [newest] = revisions as readonly JsonObject[];
  if (newest !== undefined)
    await expectAnswer(app.post(`/_/revisions/${Number(newest.number)}/undo`, undefined, ADMIN));
}

async function deleteAll(app: TestApp, { types }: DrawnSite, records: Records): Promise<void> {
  for (const type of types)
    for (const iri of records.get(type.title) ?? []) await expectAnswer(app.delete(iri, ADMIN));
  for (const type of types) await expectAnswer(app.get(listOf(type), ADMIN));
}

type Answer = ReturnType<TestApp['get']>;

/** Expects any response but a server error. */
async function expectAnswer(coming: Answer): Promise<void> {
  const { status, text } = await coming;
  expect(status, text).toBeLessThan(500);
}

async function expectStatus(coming: Answer): Promise<JsonObject> {
  const { status, text, body } = await coming;
  expect([200, 201, 204], text).toContain(status);
  return body as JsonObject;
}
