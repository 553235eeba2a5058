import type { RequestContext } from '../../../kernel/contract/context.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { createLockRecords } from '../../../kernel/records/lock-records.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { referencesIn } from '../../../kernel/records/references.js';
import { isStored } from '../../../kernel/records/stored-members.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { assertMet, type Precondition } from '../../../kernel/writes/precondition.js';
import { historyErrors } from '../errors.js';
import { createPutBack, type PutBackDeps } from '../put-back.js';
import { createChangesSince, lastRevisionUntil } from './changes-since.js';
import { createFindParents } from './own-records.js';
import { planReturn, type PlannedReturn } from './plan-return.js';
import { createSiteAt, type SiteAt } from './site-at.js';
import { type Address, readTree, type Tree } from './tree.js';

export interface RestorePageDeps extends PutBackDeps, Pick<Kernel, 'indexes'> {
  readonly operations: Pick<ResourceOperations, 'run' | 'enter' | 'findRefused'>;
  /** The setting `history.keep.per_record`. */
  readonly perRecord: number;
}

export interface PageMoment {
  /** The page, or the published row of page data. */
  readonly page: Address;
  readonly at: Date;
  readonly precondition: Precondition;
}

export interface RestoredPage {
  /** Restored records. */
  readonly records: readonly Address[];
  /** Unchanged records, because they are also used on other pages. */
  readonly shared: readonly Address[];
  /** Members, as `TYPE.member`, that stay unchanged. */
  readonly leftOut: readonly string[];
}

/**
 * Restores a page to a moment with its route, groups, positions and components, in one unit of work.
 * @throws AppError 404 for an unknown page; 409 if a record was placed elsewhere in the meantime, is no longer known,
 * or cannot be written by the caller; 412 if the page has another version; 422 if the moment precedes the history or
 * the page
 */
export type RestorePage = (moment: PageMoment, context: RequestContext) => Promise<RestoredPage>;

export function createRestorePage({ operations, perRecord, ...deps }: RestorePageDeps): RestorePage {
  const { registry } = deps;
  const locks = createLockRecords(deps);
  const putBack = createPutBack(deps);
  const findParents = createFindParents(deps);

  async function restore({ page, at, precondition }: PageMoment, scope: WriteScope): Promise<RestoredPage> {
    const { session } = scope;
    const number = await lastRevisionUntil(session, at);
    if (number === undefined) throw historyErrors.unknownMoment();
    const since = createChangesSince(session, number);
    const site = createSiteAt(session, { registry, locks, since });
    const [current] = await site.now.load([page]);
    if (current === undefined) throw historyErrors.noRevision();
    assertMet(current, precondition);
    const planned = await plan(current, site, scope);
    if ((await since.pruned([...site.subjects], perRecord)).length > 0) throw historyErrors.incomplete();
    putBack.assertNone(planned.conflicts);
    await putBack.assertAllowed(planned, scope, operations.findRefused);
    const gone = await putBack(planned, scope, { isLenient: true });
    const { removed, changed, created, shared } = planned;
    const records = [...removed, ...changed.map(({ record }) => record), ...created];
    return { records, shared, leftOut: [...site.lost, ...gone] };
  }

  async function plan(page: StoredRecord, site: SiteAt, { session }: WriteScope): Promise<PlannedReturn> {
    const now = await readTree(page, site.now, registry);
    const [was] = await site.then.load([page]);
    if (was === undefined) throw historyErrors.notThere();
    const previous = byId(await site.then.load([...now.records.values()]));
    const then = await readTree(was, site.then, registry);
    const present = byId(await site.now.load([...now.records.values(), ...then.records.values()]));
    const parents = await findParents([...present.values()], session);
    const namedThen = await createNamedThen({ site, parents, then }, registry);
    return planReturn({ root: page.id, now, then, present, previous, parents, namedThen }, registry);
  }

  return (moment, context) =>
    operations.enter({ name: 'restorePage', context }, ({ context: entered }) =>
      operations.run(entered, (scope) => restore(moment, scope)),
    );
}

/** Creates a check whether current parents of the page's records referred to them in the previous state. */
async function createNamedThen(
  {
    site,
    parents,
    then: { records },
  }: {
    readonly site: SiteAt;
    readonly parents: ReadonlyMap<string, readonly Address[]>;
    readonly then: Tree;
  },
  registry: ResourceRegistry,
): Promise<(parent: string, child: string) => boolean> {
  const previous = byId(await site.then.load([...records.keys()].flatMap((id) => parents.get(id) ?? [])));
  /** Lists that show other records contain current values. */
  const names = ({ type, values }: StoredRecord, id: string): boolean =>
    registry
      .require(type)
      .fields.filter(isStored)
      .flatMap(({ name }) => referencesIn(values[name]))
      .some((reference) => reference.id === id);
  return (parent, child) => {
    const [above, below] = [previous.get(parent) ?? records.get(parent), records.get(child)];
    return above !== undefined && below !== undefined && (names(above, child) || names(below, parent));
  };
}

const byId = (records: readonly StoredRecord[]): ReadonlyMap<string, StoredRecord> =>
  new Map(records.map((record) => [record.id, record]));
