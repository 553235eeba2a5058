import type { RequestContext } from '../../kernel/contract/context.js';
import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { Reference, StoredRecord } from '../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { referenceTo, referencesOf } from '../../kernel/records/references.js';
import type { Publication } from './publication.js';
import { dateOf, draftOf, isPublishable, publishedOf } from '../../kernel/metadata/publication-state.js';

/** Stored publication state of a row of a publishable type. */
export interface DraftState {
  readonly type: string;
  readonly publishedAt: Date | null;
  /** Id of the published row if this is a draft of one. */
  readonly publishedId: string | null;
  readonly draft: { readonly id: string; readonly publishedAt: Date | null } | null;
  /** Number of places that hold exactly this row; only counted on request. */
  readonly places: number;
}

/** Places of components: positions, which every component lists, and properties of page data. */
export interface Places {
  /** Returns SQL that counts the places of the component with the id `idExpression`. */
  count(session: Pick<SqlSession, 'table' | 'dialect'>, idExpression: string): string;
  /** Returns whether a property of page data accepts components of a type. */
  inPageData(type: string): boolean;
  /**
   * Merges the places of a pair before its rows are merged, so that no group holds the component twice afterwards.
   */
  merge(
    pair: { readonly draft: Pick<Reference, 'id'>; readonly published: Pick<Reference, 'id'> },
    scope: WriteScope,
  ): Promise<void>;
}

export interface DraftStates {
  /** Returns the state if the record alone determines it. Undefined if it depends on a draft, or on page data. */
  ownState(record: StoredRecord, isCounted: boolean): DraftState | undefined;
  /** Reads the states of rows of publishable types, by id, with one statement, or none if no row can have a draft. */
  read(
    references: readonly Reference[],
    session: SqlSession,
    count?: 'places',
  ): Promise<ReadonlyMap<string, DraftState>>;
  /** Returns whether a row is hidden from a caller without draft permission. */
  isHidden(id: string, state: DraftState | undefined, context: RequestContext): boolean;
}

/** Returns the pair of a row whose draft, possibly the row itself, is due but not merged yet. */
export function duePairOf(
  id: string,
  {
    type,
    publishedAt,
    publishedId,
    draft,
  }: Pick<DraftState, 'type' | 'publishedAt' | 'publishedId' | 'draft'>,
  now: Date,
): { readonly draft: Reference; readonly published: Reference } | undefined {
  const isDue = (date: Date | null | undefined): boolean => date != null && date <= now;
  if (publishedId !== null) {
    return isDue(publishedAt)
      ? { draft: referenceTo({ type, id }), published: referenceTo({ type, id: publishedId }) }
      : undefined;
  }
  return draft !== null && isDue(draft.publishedAt)
    ? { draft: referenceTo({ type, id: draft.id }), published: referenceTo({ type, id }) }
    : undefined;
}

const COLUMNS =
  'c.id as id, c.dtype as dtype, c.published_at as published_at, c.published_resource_id as published_id, d.id as draft_id, d.published_at as draft_at';

export function createDraftStates(deps: {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
  readonly places: Places;
}): DraftStates {
  const { registry, publication } = deps;
  const bases = [...new Set(registry.all.filter(isPublishable).flatMap(({ baseTable }) => baseTable ?? []))];
  return {
    ownState(record, isCounted) {
      const resource = registry.require(record.type);
      if (!isPublishable(resource) || draftOf(resource, record) !== null) return undefined;
      if (isCounted && deps.places.inPageData(record.type)) return undefined;
      return {
        type: record.type,
        publishedAt: dateOf(resource, record),
        publishedId: publishedOf(resource, record)?.id ?? null,
        draft: null,
        places: referencesOf(record.values.componentPositions).length,
      };
    },
    async read(references, session, count) {
      const ids = [
        ...new Set(references.filter(({ type }) => isPublishable(registry.get(type))).map(({ id }) => id)),
      ];
      if (ids.length === 0) return new Map();
      const { dialect } = session;
      const selects = bases.map((base) => {
        const table = session.table(base);
        const test = dialect.anyOf('c.id', 'ids', 'uuid');
        const isCounted = count === 'places' && base === 'abstract_component';
        const places = isCounted ? deps.places.count(session, 'c.id') : '0';
        return `select ${COLUMNS}, ${places} as places\nfrom ${table} c\nleft join ${table} d on d.published_resource_id = c.id\nwhere ${test}`;
      });
      const rows = await session.all(selects.join('\nunion all\n'), { ids });
      const date = (raw: unknown): Date | null => dialect.decode('datetime', raw) as Date | null; // decodes to a date
      const text = (raw: unknown): string | null => (raw as string | null | undefined) ?? null; // uuid columns are text
      return new Map(
        rows.map((row): [string, DraftState] => {
          const draftId = text(row.draft_id);
          return [
            String(row.id),
            {
              type: String(row.dtype),
              publishedAt: date(row.published_at),
              publishedId: text(row.published_id),
              places: Number(row.places),
              draft: draftId === null ? null : { id: draftId, publishedAt: date(row.draft_at) },
            },
          ];
        }),
      );
    },
    isHidden(id, state, { actor, now, reveals }) {
      if (state === undefined || reveals?.has(id) === true) return false;
      const resource = registry.get(state.type);
      if (!isPublishable(resource) || publication.maySeeDrafts(resource, actor)) return false;
      return state.publishedId !== null || state.publishedAt === null || state.publishedAt > now;
    },
  };
}
