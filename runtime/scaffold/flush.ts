import { isPending } from './declared-record.js';
import type { DeclaredSite } from './declared-site.js';
import { writeGroups, writePositions } from './group-writes.js';
import { takeLateReferences, writeDrafts, writeLateMembers } from './late-members.js';

/**
 * Writes what a site declared: content and groups, routes (parents first), redirects, callbacks, positions. What an earlier
 * flush has written is left alone, so flushing twice writes nothing the second time (accounts.md section 13).
 */
export async function flushSite(site: DeclaredSite): Promise<void> {
  const { writer, layouts, pages, routables, persisted, redirects, routeRedirects } = site;
  do {
    await declareNested(site);
    for (const records of [layouts.values(), routables, persisted.values()])
      await writer.storeAll([...records].filter(isPending));
    await writeGroups(site, [...layouts.values(), ...pages.values()]);
    await writer.storeAll(routables.map(({ route }) => route).filter(isPending));
    await writer.storeAll(redirects.filter(isPending));
    for (const redirect of routeRedirects.splice(0)) await redirect();
    await runCallbacks(site);
  } while (hasPending(site));
  takeLateReferences(site);
  await writePositions(site);
  // Late members may bring groups along, whose positions are written too.
  if (await writeLateMembers(site)) await writePositions(site);
  await writeDrafts(site);
}

/** Runs each nested closure once, with its owner as the parent of what it declares; inner closures follow. */
async function declareNested({ routables, nesting }: DeclaredSite): Promise<void> {
  // The array grows meanwhile.
  for (const routable of routables)
    for (const declare of routable.nested.splice(0)) {
      nesting.push(routable);
      try {
        await declare();
      } finally {
        nesting.pop();
      }
    }
}

/** Callbacks run once; what they declare is written by the next round. */
async function runCallbacks({ routables, callbacks }: DeclaredSite): Promise<void> {
  for (const { routeCallbacks } of [...routables])
    for (const callback of routeCallbacks.splice(0)) await callback();
  for (const callback of callbacks.splice(0)) await callback();
}

function hasPending(site: DeclaredSite): boolean {
  const { layouts, routables, persisted, redirects, routeRedirects, callbacks } = site;
  const records = [...layouts.values(), ...routables, ...persisted.values(), ...redirects];
  return (
    records.some(isPending) ||
    routables.some(({ nested }) => nested.length > 0) ||
    routeRedirects.length + callbacks.length > 0
  );
}
