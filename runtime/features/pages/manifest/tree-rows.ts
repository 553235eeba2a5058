import { LRUCache } from 'lru-cache';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ManifestTexts, SlotRow, TreeRow } from '../sql/manifest-tree.sql.js';

/** The rows of everything below the pages of a manifest, and of the components in the properties of its page data. */
export interface TreeRows {
  readonly slots: readonly SlotRow[];
  readonly tree: readonly TreeRow[];
}

/** What the rows are read for. */
interface TreeKeys {
  readonly pages: readonly string[];
  /** Page data records. */
  readonly records: readonly string[];
  /** The components in their properties, with their drafts. */
  readonly components: readonly string[];
}

/** Rows that were asked for before it was known what for; undefined where they could not be read. */
interface ExpectedRows extends TreeKeys {
  readonly rows: Promise<TreeRows | undefined>;
}

export interface ReadTreeRows {
  /** Asks for the rows of an address for which it was last, while its subject is looked for. */
  expect(address: string, session: SqlSession): ExpectedRows | undefined;
  /** The rows of a subject: those that were expected, as far as they are for the same records. */
  read(
    subject: Pick<TreeKeys, 'pages' | 'records'> & { readonly address: string },
    expected: ExpectedRows | undefined,
    session: SqlSession,
  ): Promise<TreeRows>;
  /** The address has no subject for this caller: nothing is read ahead for the next one. */
  forget(address: string): void;
}

/** Addresses of which is remembered what they show. */
const MOST_ADDRESSES = 2000;

/**
 * Reads what is below the pages of a manifest together with the subject (ADR 6). It is remembered which records an address led
 * to the last time, and nothing of what they hold: where it leads to others by now, their rows are read behind it.
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
        () => undefined, // whoever needs them reads them again, and is told
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
