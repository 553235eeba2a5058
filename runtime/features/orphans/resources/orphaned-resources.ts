import type { Change } from '../../../kernel/contract/records/change-set.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { SqlSession, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { RunCommand } from '../../../kernel/contract/records/use-cases.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { IriTarget } from '../../../kernel/metadata/iri-converter.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { byType, idLists } from '../../../kernel/records/id-lists.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import { referenceOf } from '../../../kernel/records/references.js';
import { holdDerived } from '../../../kernel/records/unique-locks.js';
import type { Cascade } from '../../placement/public-api.js';
import type { ReportStore } from '../report-store.js';
import { type FoundOrphans, listsOf, type OrphanLists, scanOrphans } from './scan.js';

/** `not_orphaned`: the record exists, but is reachable, a draft, or of a type that is never an orphan. */
interface Rejection {
  readonly iri: string;
  readonly reason: 'not_orphaned' | 'not_found';
}

/** A requested identifier and its record, if there is one. */
interface Requested {
  readonly iri: string;
  readonly target: IriTarget | undefined;
}

interface RejectionsUse {
  readonly reader: RecordReader;
  readonly registry: ResourceRegistry;
  readonly session: SqlSession;
}

/** A stored report. */
export interface OrphanReport extends OrphanLists {
  readonly generatedAt: Date;
}

export interface DeletedOrphans {
  /** The deleted records, each IRI once. */
  readonly deleted: OrphanLists;
  readonly rejected: readonly Rejection[];
}

/** The report of orphaned records, and their deletion. */
export interface OrphanedResources {
  /** Runs a scan and replaces the stored report. */
  scan(signal?: AbortSignal): Promise<OrphanReport>;
  /** Returns the latest report, or undefined before the first scan. */
  report(): Promise<OrphanReport | undefined>;
  /**
   * Runs a scan and deletes its orphans in the same transaction: all, or those in `selection`. The report is
   * updated.
   */
  remove(
    selection: 'all' | readonly string[],
    run: RunCommand,
    context: RequestContext,
  ): Promise<DeletedOrphans>;
}

export interface OrphanedResourcesDeps {
  readonly kernel: Pick<Kernel, 'registry' | 'iris' | 'reader' | 'database' | 'clock'>;
  readonly cascade: Cascade;
  /** Types that store form submissions. */
  readonly submitted: ReadonlySet<string>;
  readonly store: Pick<ReportStore, 'read' | 'replace' | 'refresh'>;
}

export function createOrphanedResources({
  kernel,
  cascade,
  submitted,
  store,
}: OrphanedResourcesDeps): OrphanedResources {
  const { registry, iris, database, clock } = kernel;
  const uses = { registry, iris, submitted };

  /**
   * Returns the requested records that are orphans, by id, with their requested identifiers. Drafts are
   * checked by their published version and never listed.
   */
  async function choose(
    selection: readonly string[],
    found: FoundOrphans,
    session: TransactionSession,
  ): Promise<{ readonly chosen: ReadonlyMap<string, string>; readonly rejected: readonly Rejection[] }> {
    const chosen = new Map<string, string>();
    const refused: Requested[] = [];
    for (const iri of new Set(selection)) {
      const target = iris.parse(iri);
      const id = target?.kind === 'item' ? target.key.toLowerCase() : '';
      if (target?.kind === 'item' && found.types.get(id) === target.resource.name) chosen.set(id, iri);
      else refused.push({ iri, target });
    }
    return { chosen, rejected: await rejectionsOf(refused, { ...kernel, session }) };
  }

  /** Treats a draft like its published version. */
  function isOrphan({ type, id, values }: StoredRecord, { types }: FoundOrphans): boolean {
    const { publishable } = registry.require(type);
    const published = publishable && referenceOf(values[publishable.publishedAssociation]);
    return types.has(id) || (published != null && types.has(published.id));
  }

  /** Stores a new report. The transaction must hold the lock of derived data. */
  async function storeReport(session: TransactionSession): Promise<void> {
    const content = listsOf((await scanOrphans(session, uses)).lists);
    await store.replace('resources', { generatedAt: clock.now(), content }, session);
  }

  return {
    scan: (signal) =>
      store.refresh(
        'resources',
        // Scans all rows of the site.
        () =>
          database.patiently(async (patient) => ({
            ...(await scanOrphans(patient, uses)).lists,
            generatedAt: clock.now(),
          })),
        { signal, contentOf: listsOf },
      ),
    async report() {
      const stored = await store.read('resources');
      // It was stored by `scan` or `remove`.
      return stored && { ...(stored.content as unknown as OrphanLists), generatedAt: stored.generatedAt };
    },
    remove: (selection, run, context) =>
      run(context, async (scope) => {
        const { session, changes } = scope;
        // Writes that place a record wait for this lock, so an orphan stays an orphan until it is deleted.
        await holdDerived(session);
        const found = await scanOrphans(session, uses);
        const { chosen, rejected } =
          selection === 'all'
            ? { chosen: found.types, rejected: [] }
            : await choose(selection, found, session);
        const references = [...chosen.keys()].map((id) => ({ type: found.types.get(id) ?? '', id }));
        await cascade.removeOrphans(references, scope, (record) => isOrphan(record, found));
        // The report is created after the derived rows are updated: a remaining draft may become an orphan
        // when its published version is deleted.
        session.beforeEnd((whole) => Promise.resolve(whole.beforeEnd(storeReport)));
        const deleted = deletedLists(changes.changes, kernel);
        return {
          deleted,
          rejected: selection === 'all' ? [] : [...rejected, ...needed(chosen, changes.changes)],
        };
      }),
  };
}

/** Returns the chosen records that must stay because remaining records require them. */
function needed(chosen: ReadonlyMap<string, string>, changes: readonly Change[]): readonly Rejection[] {
  const gone = new Set(changes.flatMap((change) => (change.kind === 'deleted' ? [change.before.id] : [])));
  return [...chosen].flatMap(([id, iri]) => (gone.has(id) ? [] : [{ iri, reason: 'not_orphaned' as const }]));
}

/** Returns the groups, positions and components among the deleted records. */
function deletedLists(
  changes: readonly Change[],
  { registry, iris }: Pick<Kernel, 'registry' | 'iris'>,
): OrphanLists {
  const gone = changes.flatMap((change) => (change.kind === 'deleted' ? [change.before] : []));
  const irisOf = (isMeant: (type: string) => boolean): readonly string[] =>
    gone
      .filter(({ type }) => isMeant(type))
      .map(({ type, id }) => iris.item(registry.require(type), id))
      .sort();
  return {
    componentGroups: irisOf((type) => type === 'ComponentGroup'),
    componentPositions: irisOf((type) => type === 'ComponentPosition'),
    components: irisOf((type) => registry.require(type).kind === 'component'),
  };
}

/**
 * Returns the reason for each identifier that is not deleted. One statement per type and per thousand records
 * of it.
 */
async function rejectionsOf(
  refused: readonly Requested[],
  { reader, registry, session }: RejectionsUse,
): Promise<readonly Rejection[]> {
  const named = refused.flatMap(({ target }) =>
    target?.kind === 'item' ? [{ type: target.resource.name, key: target.key }] : [],
  );
  const existing = new Map<string, Set<string>>();
  for (const [type, targets] of byType(named)) {
    const found = new Set<string>();
    for (const keys of idLists(targets.map(({ key }) => key)))
      for (const key of (await reader.resolveMany(session, registry.require(type), keys)).keys())
        found.add(key);
    existing.set(type, found);
  }
  return refused.map(({ iri, target }) => {
    const exists = target?.kind === 'item' && existing.get(target.resource.name)?.has(target.key) === true;
    return { iri, reason: exists ? 'not_orphaned' : 'not_found' };
  });
}
