import { useMemo, useSyncExternalStore } from 'react';
import type { Client } from './core.js';
import { treeOf, type PageSnapshot, type PageTree, type PageTypes } from './page.js';

/** A page as far as it is known. */
export interface PageState<Types extends PageTypes> {
  /** Absent until it was read. */
  readonly tree?: PageTree<Types>;
  /** Why it could not be read the last time. */
  readonly error?: unknown;
}

export interface PageOptions {
  /** `tree.snapshot` of the page that the server has rendered. It is drawn at once, and the page is not asked for again. */
  readonly initial?: PageSnapshot;
}

/**
 * The page at a path, and again whenever something of it has changed. Documents and nodes that are still the same are the same
 * objects: what `memo` wraps is drawn again only when it changed.
 */
export function usePage<Types extends PageTypes>(
  client: Pick<Client<Types, object>, 'watch'>,
  path: string,
  { initial }: PageOptions = {},
): PageState<Types> {
  // The snapshot belongs to the page that it is of, and to no later one.
  const first = initial?.path === path ? initial : undefined;
  const store = useMemo(() => createStore(client, path, first), [client, path, first]);
  return useSyncExternalStore(store.subscribe, store.read, store.read);
}

function createStore<Types extends PageTypes>(
  client: Pick<Client<Types, object>, 'watch'>,
  path: string,
  initial: PageSnapshot | undefined,
) {
  let state: PageState<Types> = initial === undefined ? {} : { tree: treeOf(initial) };
  return {
    read: (): PageState<Types> => state,
    subscribe(notify: () => void): () => void {
      const set = (next: PageState<Types>): void => {
        state = next;
        notify();
      };
      const { tree } = state;
      return client.watch(path, (changed) => set({ tree: changed }), {
        failed: (error) => set({ ...state, error }),
        ...(tree === undefined ? {} : { initial: tree.snapshot }),
      });
    },
  };
}
