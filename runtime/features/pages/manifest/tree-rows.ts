import { LRUCache } from 'lru-cache';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ManifestTexts, SlotRow, TreeRow } from '../sql/manifest-tree.sql.js';

/** Rows of everything below the pages of a manifest, and of the components in the slots of its page data. */
export interface TreeRows {
  readonly slots: readonly SlotRow[];
  readonly tree: readonly TreeRow[];
}

/** Ids for which the rows are read. */
interface TreeKeys {
  readonly pages: readonly string[];
  /** Page data records. */
  readonly records: readonly string[];
  /** Components in their slots, with drafts. */
  readonly components: readonly string[];
}

/** Prefetched rows; undefined if the read failed. */
interface ExpectedRows extends TreeKeys {
  readonly rows: Promise<TreeRows | undefined>;
}

export interface ReadTreeRows {
  /** Prefetches the rows that the address needed last time, in parallel with the search for its subject. */
  expect(address: string, session: SqlSession): ExpectedRows | undefined;
  /** Reads the rows of a subject. Prefetched rows are used if they belong to the same records. */
  read(
    subject: Pick<TreeKeys, 'pages' | 'records'> & { readonly address: string },
    expected: ExpectedRows | undefined,
    session: SqlSession,
  ): Promise<TreeRows>;
  /** Forgets an address without a subject for this caller, so that nothing is prefetched for it. */
  forget(address: string): void;
}

/** Maximum number of remembered addresses. */
const MOST_ADDRESSES = 2000;

/**
 * Reads the rows below the pages of a manifest in parallel with its subject (ADR 6). It remembers which records an
 * address led to, but not their content. If the address now leads to other records, their rows are read afterwards.
 */
export function createReadTreeRows(textsOf: (session: SqlSession) => ManifestTexts): ReadTreeRows {
  const known = new LRUCache<string, TreeKeys>({ max: MOST_ADDRESSES });

  const readSlots = async (records: readonly string[], session: SqlSession): Promise<readonly SlotRow[]> =>
    records.length === 0 ? [] : session.all<SlotRow>(textsOf(session).slots, { records });
  const readTree = (
    { pages, components }: Pick<TreeKeys, 'pages' | 'components'>,
    session: SqlSession,
  ): Promise<readonly TreeRow[]> => session.all<TreeRow>(textsOf(session).tree, { pages, components });

  return {
    expect(address, session) {
      const keys = known.get(address);
      if (keys === undefined) return undefined;
      const rows = Promise.all([readSlots(keys.records, session), readTree(keys, session)]).then(
        ([slots, tree]): TreeRows => ({ slots, tree }),
        () => undefined, // the actual read repeats the query and reports the error
      );
      return { ...keys, rows };
    },
    async read({ address, pages, records }, expected, session) {
      const isExpected = expected !== undefined && areSame(expected.records, records);
      const ahead = isExpected ? await expected.rows : undefined;
      const slots = ahead?.slots ?? (await readSlots(records, session));
      const components = componentsOf(slots);
      const isComplete =
        isExpected && areSame(expected.pages, pages) && areSame(expected.components, components);
      const tree = (isComplete ? ahead?.tree : undefined) ?? (await readTree({ pages, components }, session));
      if (!isComplete) known.set(address, { pages, records, components });
      return { slots, tree };
    },
    forget: (address) => void known.delete(address),
  };
}

const componentsOf = (slots: readonly SlotRow[]): readonly string[] =>
  slots
    .flatMap(({ component_id: id, draft_id: draft }) => [id, draft])
    .filter((id): id is string => id !== null)
    .sort();

const areSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index]);
