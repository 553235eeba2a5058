import { treeOf, type AnyDocument, type Iri, type PageSnapshot, type PageTree, type PageTypes } from './page.js';
import { shareTree } from './share.js';

/** Stops following a page. */
export type Unwatch = () => void;

export interface WatchOptions {
  /** The page as the server has rendered it just now: it is not asked for again before something changes. */
  readonly initial?: PageSnapshot;
  /** Told why the page cannot be read at the moment; it is tried again with the next change. */
  readonly failed?: (error: unknown) => void;
}

/** Hands on a page whenever something of it has changed. */
export type Watch<Types extends PageTypes> = (
  path: string,
  changed: (tree: PageTree<Types>) => void,
  options?: WatchOptions,
) => Unwatch;

interface Update extends AnyDocument {
  readonly _metadata?: { readonly publishable?: { readonly published?: boolean } };
}

/** Addresses of the documents that an update is about: a draft names what it is a draft of, under a name of its type. */
function namedIn(update: Update): readonly Iri[] {
  const isDraft = update._metadata?.publishable?.published === false;
  return isDraft ? Object.values(update).filter((value) => typeof value === 'string') : [update['@id']];
}

/** Makes what follows pages by the hub that their answers name; `read` reads one. */
export function createWatch<Types extends PageTypes>(
  read: (path: string) => Promise<PageTree<Types>>,
): Watch<Types> {
  return (path, changed, { initial, failed } = {}) => {
    let updates: EventSource | undefined;
    let isOver = false;
    let tree: PageTree<Types> | undefined = initial === undefined ? undefined : treeOf(initial);
    let asked = 0;
    const refresh = async (): Promise<void> => {
      const number = (asked += 1);
      const present = await read(path);
      // An answer that was asked for later is the newer one, even when it comes first.
      if (isOver || number !== asked) return;
      follow(present.snapshot.hub);
      const next = shareTree(tree, present);
      if (next === tree) return;
      tree = next;
      changed(next);
    };
    // What cannot be read now is read again with the next update.
    const tryRefresh = (): void => void refresh().catch((error: unknown) => isOver || failed?.(error));
    const follow = (url: string | undefined, isFresh = false): void => {
      if (updates !== undefined || url === undefined) return;
      let isKnown = isFresh;
      // It connects again by itself.
      const hub = new URL(url);
      hub.searchParams.append('match', '*');
      updates = new EventSource(hub, { withCredentials: true });
      updates.onopen = () => {
        // Nothing was heard while there was no connection.
        if (!isKnown) tryRefresh();
        isKnown = false;
      };
      updates.onmessage = ({ data }: { readonly data: string }) => {
        if (namedIn(JSON.parse(data) as Update).some((iri) => tree?.documents.has(iri))) tryRefresh();
      };
    };
    if (initial?.hub === undefined) tryRefresh();
    else follow(initial.hub, true);
    return () => {
      isOver = true;
      updates?.close();
    };
  };
}
