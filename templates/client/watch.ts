import { treeOf, type AnyDocument, type Iri, type PageSnapshot, type PageTree, type PageTypes } from './page.js';
import { shareTree } from './share.js';

/** Stops following a page. */
export type Unwatch = () => void;

export interface WatchOptions {
  /** Page that the server has just rendered. It is not requested again until something changes. */
  readonly initial?: PageSnapshot;
  /** Called with the error if the page can't be read. The next change triggers another attempt. */
  readonly failed?: (error: unknown) => void;
}

/** Calls back with a page after each change. */
export type Watch<Types extends PageTypes> = (
  path: string,
  changed: (tree: PageTree<Types>) => void,
  options?: WatchOptions,
) => Unwatch;

interface Update extends AnyDocument {
  readonly _metadata?: { readonly publishable?: { readonly published?: boolean } };
}

/** Returns the IRIs of the documents of an update. A draft also contains the IRI of its published version. */
function namedIn(update: Update): readonly Iri[] {
  const isDraft = update._metadata?.publishable?.published === false;
  return isDraft ? Object.values(update).filter((value) => typeof value === 'string') : [update['@id']];
}

/** Creates the function that watches pages with the hub in their responses; `read` reads a page. */
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
      // The response to a later request is newer, even if it arrives first.
      if (isOver || number !== asked) return;
      follow(present.snapshot.hub);
      const next = shareTree(tree, present);
      if (next === tree) return;
      tree = next;
      changed(next);
    };
    // The next update repeats a failed read.
    const tryRefresh = (): void => void refresh().catch((error: unknown) => isOver || failed?.(error));
    const follow = (url: string | undefined, isFresh = false): void => {
      if (updates !== undefined || url === undefined) return;
      let isKnown = isFresh;
      // EventSource reconnects automatically.
      const hub = new URL(url);
      hub.searchParams.append('match', '*');
      updates = new EventSource(hub, { withCredentials: true });
      updates.onopen = () => {
        // Updates may have been missed without a connection.
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
