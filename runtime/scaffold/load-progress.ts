import type { OwnerDeclaration, SiteDeclarations } from './declarations.js';
import { wantsGeneratedRoute } from './flush/route-finder.js';

/** Told after each part of a load or an export; `expected` counts what is known so far, which may grow. */
export type OnProgress = (done: number, expected: () => number) => void;

/** Records that these declarations become, when none of them is there yet and all are reached. */
export function expectedRecords(declarations: SiteDeclarations): number {
  const { layouts, pages, routables, components, persisted, redirects } = declarations;
  const owners: OwnerDeclaration[] = [...layouts.values(), ...pages.values(), ...components.values()];
  const groups = new Set(owners.flatMap((owner) => [...owner.groups.values()]));
  const positions = [...groups].reduce((sum, { entries }) => sum + entries.length, 0);
  const routes = routables.filter((routable) => routable.path !== null || wantsGeneratedRoute(routable));
  const records = [layouts.size, routables.length, components.size, persisted.length, redirects.length];
  return records.reduce((sum, count) => sum + count, groups.size + positions + routes.length);
}
