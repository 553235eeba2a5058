import type { JsonObject } from '../../kernel/contract/json.js';
import { recordOf } from '../content-builders.js';
import { asDeclared } from '../declared-here.js';
import { PENDING, type LateMembers, type Outcome, type SiteDeclarations } from '../declarations.js';
import { isScaffoldReference, type ScaffoldResource } from '../scaffold-resource.js';
import type { FlushDeps } from './flush-deps.js';

/**
 * Gives records that are still to be stored what they name of pages and routes, which are there by now: some types want it
 * from the start. Members that name other resources may lead back to the record, so they follow it.
 */
export function takeLateReferences({ declarations }: FlushDeps): void {
  const outcomeOf = outcomes(declarations);
  for (const late of declarations.late) {
    if (late.kind !== 'members' || outcomeOf(late.resource).kind !== 'pending') continue;
    for (const [member, value] of Object.entries(late.values))
      if (isScaffoldReference(value)) late.resource.values[member] = value;
  }
}

/** Sets what is left of late members; answers whether there was any. */
export async function writeLateMembers(deps: FlushDeps): Promise<boolean> {
  const { store, writer } = deps;
  return writeLate(deps, 'members', async ({ resource, values }, outcome) => {
    const isLeft = ([member, value]: [string, unknown]): boolean => resource.values[member] !== value;
    const left = Object.fromEntries(Object.entries(values).filter(isLeft));
    const record = recordOf(outcome);
    if (record === null || Object.keys(left).length === 0) return;
    await store.patch(record, await writer.encode(left), 'published');
  });
}

/** Stores drafts beside their published records: last, so that they have in common what these have. */
export async function writeDrafts(deps: FlushDeps): Promise<void> {
  const { store, writer, counter } = deps;
  await writeLate(deps, 'draft', async ({ resource, values }, outcome) => {
    const record = recordOf(outcome);
    const { publishable, kind } = store.describe(resource.type);
    if (record === null || publishable === undefined) return;
    const body: JsonObject = { [publishable.field]: null, ...(await writer.encode(values)) };
    await store.patch(record, body);
    counter.count('created', kind === 'page_data' ? 'page data' : 'component');
  });
}

/** Only what this load made is written again. */
async function writeLate(
  { declarations }: FlushDeps,
  kind: LateMembers['kind'],
  write: (late: LateMembers, outcome: Outcome) => Promise<void>,
): Promise<boolean> {
  const outcomeOf = outcomes(declarations);
  const taken = declarations.late.filter((late) => late.kind === kind);
  const others = declarations.late.filter((late) => late.kind !== kind);
  declarations.late.splice(0, declarations.late.length, ...others);
  for (const late of taken) {
    const outcome = outcomeOf(late.resource);
    if (outcome.kind === 'created') await asDeclared(late.declared, () => write(late, outcome));
  }
  return taken.length > 0;
}

/** What has become of declared resources, whichever way they were declared. */
function outcomes(declarations: SiteDeclarations): (resource: ScaffoldResource) => Outcome {
  const { components, pageData, persisted } = declarations;
  const others = new Map(persisted.map((entry) => [entry.resource, entry]));
  return (resource) =>
    (components.get(resource) ?? pageData.get(resource) ?? others.get(resource))?.outcome ?? PENDING;
}
