import type { RequestContext } from '../../kernel/contract/context.js';
import type { ItemSelector, QueryExtension } from '../../kernel/contract/records/operations.js';
import type { SqlSession, SqlValue } from '../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { BaseTable, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { referenceTo } from '../../kernel/records/references.js';
import { DueDraftMet } from './due-draft-met.js';
import type { DueMemory } from './due-memory.js';
import { type Publication, wantsPublished } from './publication.js';
import { isActive, isDue, publishedOf, requirePublishable } from '../../kernel/metadata/publication-state.js';

interface SelectionDeps {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
  readonly session: Pick<SqlSession, 'table' | 'dialect'>;
  readonly memory: Pick<DueMemory, 'unmerged'>;
}

/**
 * Selects the row of a pair that an item request means (components.md section 2.3). One selector for each base table.
 */
export function createPublishableSelectors(deps: SelectionDeps): readonly ItemSelector[] {
  return (['abstract_component', 'abstract_page_data'] as const).map((base) => createSelector(base, deps));
}

function createSelector(
  base: BaseTable,
  { registry, publication, session, memory }: SelectionDeps,
): ItemSelector {
  const kind = base === 'abstract_component' ? 'component' : 'page_data';
  return {
    appliesTo: (resource) => resource.publishable !== undefined && resource.kind === kind,
    condition: `t.id in (:id, (select x.id from ${session.table(base)} x where x.published_resource_id = :id))`,
    choose(candidates, { id, operation }, context) {
      const addressed = candidates.find((candidate) => candidate.id === id);
      if (addressed === undefined) return undefined;
      for (const candidate of candidates) assertNotDue(candidate, context);
      const resource = requirePublishable(registry.require(addressed.type));
      const isPermitted = publication.maySeeDrafts(resource, context.actor);
      const sees = (row: StoredRecord | undefined): row is StoredRecord =>
        row !== undefined &&
        !wantsPublished(context) &&
        (isPermitted || context.reveals?.has(row.id) === true);
      if (publishedOf(resource, addressed) !== null) return sees(addressed) ? addressed : undefined;
      const other = candidates.find((candidate) => candidate.id !== id);
      const draft = sees(other) ? other : undefined;
      // An expired record keeps its draft.
      if (!isActive(resource, addressed, context.now))
        return draft ?? (sees(addressed) ? addressed : undefined);
      // This draft could not be merged. Reads return the published row (contract decision 32), but edits still go to
      // the draft to repair it.
      if (draft === undefined || (operation === 'read' && isDue(resource, draft, context.now))) {
        return addressed;
      }
      return draft;
    },
  };

  function assertNotDue(record: StoredRecord, { now }: RequestContext): void {
    const resource = requirePublishable(registry.require(record.type));
    const published = publishedOf(resource, record);
    if (published === null || memory.unmerged.has(record.id) || !isDue(resource, record, now)) return;
    throw new DueDraftMet({ draft: referenceTo(record), published });
  }
}

/**
 * Filters collections and embedded records: published rows only, or each pair as its draft for callers who may see
 * drafts.
 */
export function createPublishableFilter({
  publication,
  registry,
  session,
}: Omit<SelectionDeps, 'memory'>): QueryExtension {
  const texts = new Map(
    registry.all.flatMap(({ name, baseTable }) =>
      baseTable === null ? [] : [[name, filterTexts(name, session.table(baseTable))] as const],
    ),
  );
  // A page is read in the order of its list.
  const published = publishedSql(session.dialect.unindexed);
  return {
    appliesTo: ({ publishable }) => publishable !== undefined,
    restrict(resource, purpose, context) {
      const text = texts.get(resource.name);
      if (text === undefined || purpose === 'item') return undefined;
      const moment = (date: Date): SqlValue => session.dialect.encode('datetime', date);
      const parameters = { publication_now: moment(context.now) };
      if (publication.maySeeDrafts(resource, context.actor) && !wantsPublished(context)) {
        if (purpose !== 'collection') return undefined; // Stored references are shown, whether drafts or not.
        return { sql: text.byDraft, countedAlone: ONE_OF_EACH_PAIR, leftOut: NOTHING, parameters };
      }
      return {
        sql: published,
        counted: PUBLISHED,
        leftOut: { conditions: UNPUBLISHED, parameters: { publication_end: moment(LAST_MOMENT) } },
        parameters,
        nextChange: text.nextChange,
      };
    },
  };
}

/** A published row has at most one draft, of the same type, and one of the two is listed. */
const ONE_OF_EACH_PAIR = 'b.published_resource_id is null';

const publishedSql = (column: (name: string) => string): string =>
  `${column('b.published_at')} <= :publication_now and ${column('b.published_resource_id')} is null`;
const PUBLISHED = publishedSql((name) => name);
/** A range with two ends, because PostgreSQL expects few rows only in that case. */
const UNPUBLISHED = [
  'b.published_at is null',
  'b.published_at > :publication_now and b.published_at <= :publication_end',
].map((sql) => `${sql} and b.published_resource_id is null`);
const NOTHING = { conditions: [], parameters: {} };
/** Latest date that all databases can store. */
const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z');

/** Returns SQL fragments for one type; `base` is the quoted name of its base table. */
function filterTexts(type: string, base: string): { readonly byDraft: string; readonly nextChange: string } {
  // A due draft that could not be merged is not listed; its published row is.
  const notDue = (row: string): string =>
    `(${row}.published_at is null or ${row}.published_at > :publication_now)`;
  const drafts = `select x.id from ${base} x where x.published_resource_id = b.id and ${notDue('x')}`;
  return {
    byDraft: `not exists (${drafts}) and (b.published_resource_id is null or ${notDue('b')})`,
    // The name comes from a descriptor, so it needs no parameter.
    nextChange: `select min(s.published_at) from ${base} s where s.dtype = '${type}' and s.published_at > :publication_now`,
  };
}
