/** Everything that a deletion can reach, by IRI, in the terms of core.md section 14. */
export interface Site {
  readonly layouts: Set<string>;
  /** Layout of each page. */
  readonly pages: Map<string, string>;
  readonly groups: Map<string, Set<string>>;
  readonly positions: Map<
    string,
    { readonly group: string; component: string | null; readonly dynamic: boolean }
  >;
  /** The published row of each draft; null for every other component. */
  readonly components: Map<string, string | null>;
  readonly stories: Map<string, { readonly page: string; lead: string | null; box: string | null }>;
}

export const emptySite = (): Site => ({
  layouts: new Set(),
  pages: new Map(),
  groups: new Map(),
  positions: new Map(),
  components: new Map(),
  stories: new Map(),
});

export const draftOf = (site: Site, component: string): string | undefined =>
  [...site.components].find(([, published]) => published === component)?.[0];

/** Deletes one row after the other, as the section specifies, and returns the status. */
export function deleteFromSite(site: Site, iri: string): 204 | 404 | 422 {
  if (
    ![site.layouts, site.pages, site.groups, site.positions, site.components, site.stories].some((rows) =>
      rows.has(iri),
    )
  )
    return 404;
  if ([...site.stories.values()].some(({ page }) => page === iri)) return 422;
  if ([...site.pages.values()].includes(iri)) return 422;
  const draft = draftOf(site, iri);
  if (draft !== undefined) handOver(site, iri, draft);
  removeRow(site, iri);
  return 204;
}

function handOver(site: Site, published: string, draft: string): void {
  for (const position of site.positions.values())
    if (position.component === published) position.component = draft;
  for (const story of site.stories.values()) if (story.lead === published) story.lead = draft;
  for (const owners of site.groups.values()) if (owners.delete(published)) owners.add(draft);
  site.components.set(draft, null);
}

function removeRow(site: Site, iri: string): void {
  if (site.components.has(iri)) removeComponent(site, iri);
  else if (site.groups.has(iri)) removeGroup(site, iri);
  else if (site.positions.has(iri)) removePosition(site, iri);
  else if (site.stories.has(iri)) removeStory(site, iri);
  else removeOwner(site, iri);
}

function removeOwner(site: Site, iri: string): void {
  site.layouts.delete(iri);
  site.pages.delete(iri);
  disown(site, iri);
}

function removeComponent(site: Site, iri: string): void {
  site.components.delete(iri);
  for (const [draft, published] of site.components) if (published === iri) site.components.set(draft, null);
  for (const story of site.stories.values()) {
    if (story.lead === iri) story.lead = null;
    if (story.box === iri) story.box = null;
  }
  for (const [position, content] of [...site.positions]) {
    if (content.component !== iri) continue;
    if (content.dynamic) content.component = null;
    else site.positions.delete(position);
  }
  disown(site, iri);
}

function removeGroup(site: Site, iri: string): void {
  site.groups.delete(iri);
  for (const [position, { group }] of [...site.positions]) if (group === iri) removePosition(site, position);
}

function removePosition(site: Site, iri: string): void {
  const component = site.positions.get(iri)?.component ?? null;
  site.positions.delete(iri);
  removeUnused(site, component);
}

function removeStory(site: Site, iri: string): void {
  const story = site.stories.get(iri);
  site.stories.delete(iri);
  removeUnused(site, story?.lead ?? null);
  removeUnused(site, story?.box ?? null);
}

function disown(site: Site, owner: string): void {
  for (const [group, owners] of [...site.groups]) {
    if (owners.delete(owner) && owners.size === 0 && site.groups.has(group)) removeGroup(site, group);
  }
}

function removeUnused(site: Site, component: string | null): void {
  if (component === null || !site.components.has(component)) return;
  const published = site.components.get(component) ?? null;
  if (uses(site, component) + (published === null ? 0 : uses(site, published)) > 0) return;
  const draft = draftOf(site, component);
  if (draft !== undefined && uses(site, draft) === 0) removeComponent(site, draft);
  if (site.components.has(component)) removeComponent(site, component);
}

function uses(site: Site, component: string): number {
  const positions = [...site.positions.values()].filter((position) => position.component === component);
  const slots = [...site.stories.values()].flatMap(({ lead, box }) => [lead, box]);
  return positions.length + slots.filter((slot) => slot === component).length;
}
