import { PENDING, type Outcome } from './declared-record.js';
import type { DeclaredSite, LateMembers } from './declared-site.js';
import { asDeclared } from './scaffold-error.js';
import { isScaffoldReference, type ScaffoldResource } from './scaffold-resource.js';
import type { ScaffoldRecord } from './scaffold-store.js';

/**
 * Gives records that are still to be stored what they name of pages and routes, which are there by now: some types want it
 * from the start. Members that name other resources may lead back to the record, so they follow it.
 */
export function takeLateReferences(site: DeclaredSite): void {
  for (const { kind, resource, values } of site.late) {
    if (kind !== 'members' || outcomeOf(site, resource).kind !== 'pending') continue;
    for (const [member, value] of Object.entries(values))
      if (isScaffoldReference(value)) resource.values[member] = value;
  }
}

/** Sets what is left of late members; answers whether there was any. */
export async function writeLateMembers(site: DeclaredSite): Promise<boolean> {
  return writeLate(site, 'members', async ({ resource, values }, record) => {
    const left = Object.entries(values).filter(([member, value]) => resource.values[member] !== value);
    if (left.length === 0) return;
    await site.store.patch(record, await site.writer.encode(Object.fromEntries(left)), 'published');
  });
}

/** Stores drafts beside their published records: last, so that they have in common what these have. */
export async function writeDrafts(site: DeclaredSite): Promise<void> {
  const { store, writer, counter } = site;
  await writeLate(site, 'draft', async ({ resource, values }, record) => {
    const { publishable, kind } = store.describe(resource.type);
    if (publishable === undefined) return;
    await store.patch(record, { [publishable.field]: null, ...(await writer.encode(values)) });
    counter.count('created', kind === 'page_data' ? 'page data' : 'component');
  });
}

/** Writes late members; only records that this load made are written again. */
async function writeLate(
  site: DeclaredSite,
  kind: LateMembers['kind'],
  write: (late: LateMembers, record: ScaffoldRecord) => Promise<void>,
): Promise<boolean> {
  const taken = site.late.filter((late) => late.kind === kind);
  const others = site.late.filter((late) => late.kind !== kind);
  site.late.splice(0, site.late.length, ...others);
  for (const late of taken) {
    const outcome = outcomeOf(site, late.resource);
    if (outcome.kind === 'created') await asDeclared(late.declared, () => write(late, outcome.record));
  }
  return taken.length > 0;
}

/** The outcome of a declared resource, whichever way it was declared. */
function outcomeOf({ components, pageData, persisted }: DeclaredSite, resource: ScaffoldResource): Outcome {
  const declared = components.get(resource) ?? pageData.get(resource) ?? persisted.get(resource);
  return declared?.outcome ?? PENDING;
}
