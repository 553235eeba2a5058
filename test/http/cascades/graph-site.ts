import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { PublishingApp } from '../publishing/support.js';
import type { Site } from './model.js';
import { draftOf, emptySite } from './model.js';

const admin = { as: 'admin' } as const;

/** Indexes, taken modulo the number of resources. */
const index = fc.nat({ max: 30 });

/** A random site. Components as owners create shared owners, nested groups and cycles. */
export const graph = fc.record({
  layouts: fc.integer({ min: 1, max: 2 }),
  pages: fc.array(index, { minLength: 1, maxLength: 3 }),
  /** True: an article with a draft. Null: an article without one. False: a box. */
  components: fc.array(fc.constantFrom(true, null, false), { minLength: 1, maxLength: 6 }),
  groups: fc.array(fc.array(index, { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
  positions: fc.array(fc.record({ group: index, component: index, dynamic: fc.boolean() }), {
    maxLength: 12,
  }),
  stories: fc.array(fc.record({ page: index, lead: fc.option(index), box: fc.option(index) }), {
    maxLength: 2,
  }),
  deletions: fc.array(index, { minLength: 1, maxLength: 5 }),
});

export type Graph = typeof graph extends fc.Arbitrary<infer Value> ? Value : never;

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? '';

/** Creates the site over HTTP and returns its resources. */
export async function buildSite(app: PublishingApp, wanted: Graph): Promise<Site> {
  const site = emptySite();
  const make = async (path: string, body: object): Promise<string> =>
    (await app.create(path, { ...body }))['@id'];
  for (let made = 0; made < wanted.layouts; made += 1)
    site.layouts.add(await make('/_/layouts', { reference: randomUUID(), uiComponent: 'X' }));
  for (const at of wanted.pages) {
    const layout = pick([...site.layouts], at);
    const body = { reference: randomUUID(), isTemplate: false, uiComponent: 'X', layout };
    site.pages.set(await make('/_/pages', body), layout);
  }
  const boxes: string[] = [];
  const articles: string[] = [];
  const withDraft: string[] = [];
  for (const kind of wanted.components) {
    if (kind === false) boxes.push(await make('/component/boxes', { label: 'a' }));
    else articles.push(await make('/component/articles', { headline: 'A', body: 'b', publishedAt: 'now' }));
    if (kind === true) withDraft.push(articles.at(-1) ?? '');
  }
  for (const iri of [...boxes, ...articles]) site.components.set(iri, null);
  await addGroups(wanted, site, make);
  for (const iri of withDraft) await addDraft(app, site, iri);
  const components = [...site.components.keys()];
  for (const { group, component, dynamic } of wanted.positions) {
    const content = {
      group: pick([...site.groups.keys()], group),
      component: pick(components, component),
      dynamic,
    };
    const pair = dynamic ? { pageDataProperty: 'box', pageDataClass: 'StoryData' } : {};
    const isBox = boxes.includes(content.component);
    if (dynamic && !isBox) content.dynamic = false;
    const body = {
      componentGroup: content.group,
      component: content.component,
      ...(content.dynamic ? pair : {}),
    };
    site.positions.set(await make('/_/component_positions', body), content);
  }
  const leads = components.filter((iri) => !boxes.includes(iri));
  for (const { page, lead, box } of wanted.stories) {
    const story = {
      page: pick([...site.pages.keys()], page),
      lead: lead === null || leads.length === 0 ? null : pick(leads, lead),
      box: box === null || boxes.length === 0 ? null : pick(boxes, box),
    };
    site.stories.set(
      await make('/page_data/story_datas', { title: 'T', publishedAt: 'now', ...story }),
      story,
    );
  }
  return site;
}

async function addGroups(
  { groups }: Graph,
  site: Site,
  make: (path: string, body: object) => Promise<string>,
): Promise<void> {
  const candidates = [...site.layouts, ...site.pages.keys(), ...site.components.keys()];
  for (const at of groups) {
    const owners = new Set(at.map((each) => pick(candidates, each)));
    const some = (rows: { has(iri: string): boolean }): string[] =>
      [...owners].filter((iri) => rows.has(iri));
    const body = {
      reference: randomUUID(),
      location: 'x',
      layouts: some(site.layouts),
      pages: some(site.pages),
      components: some(site.components),
    };
    site.groups.set(await make('/_/component_groups', body), owners);
  }
}

/** A draft shares the groups of its published row. */
async function addDraft(app: PublishingApp, site: Site, published: string): Promise<void> {
  const draft = (await app.patch(published, { headline: 'D' }, admin)).body['@id'] as string;
  site.components.set(draft, published);
  for (const owners of site.groups.values()) if (owners.has(published)) owners.add(draft);
}

/** Compares the API's view of every row that ever existed with the model. */
export async function expectSite(app: PublishingApp, site: Site, all: readonly string[]): Promise<void> {
  await Promise.all(
    all.map(async (iri) => {
      const { status, body } = await app.get(
        `${iri}${isPublished(site, iri) ? '?published=true' : ''}`,
        admin,
      );
      const want = shown(site, iri);
      expect({ iri, status }).toEqual({ iri, status: want === undefined ? 404 : 200 });
      if (want !== undefined) expect(view(body, Object.keys(want))).toEqual({ ...want });
    }),
  );
}

const isPublished = (site: Site, iri: string): boolean => draftOf(site, iri) !== undefined;

/** The members that deletions change. */
function shown(site: Site, iri: string): Readonly<Record<string, unknown>> | undefined {
  if (site.layouts.has(iri)) return {};
  if (site.pages.has(iri)) return { layout: site.pages.get(iri) };
  const owners = site.groups.get(iri);
  if (owners !== undefined) {
    const some = (rows: { has(each: string): boolean }): string[] =>
      [...owners].filter((each) => rows.has(each)).sort();
    return { layouts: some(site.layouts), pages: some(site.pages), components: some(site.components) };
  }
  const position = site.positions.get(iri);
  if (position !== undefined) {
    const { component, group } = position;
    const component_ = component === null ? null : (draftOf(site, component) ?? component);
    return { componentGroup: group, staticComponent: component_ };
  }
  const story = site.stories.get(iri);
  if (story !== undefined) return { lead: story.lead, box: story.box };
  return site.components.has(iri) ? { publishedResource: site.components.get(iri) } : undefined;
}

// Documents of any shape.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function view(body: any, members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    members.map((name) => {
      const value = name === 'staticComponent' ? body._metadata.staticComponent : body[name];
      return [name, Array.isArray(value) ? [...value].sort() : (value ?? null)];
    }),
  );
}
