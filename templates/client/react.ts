import { useMemo, useSyncExternalStore } from 'react';
import type { Client } from './core.js';
import { treeOf, type PageSnapshot, type PageTree, type PageTypes } from './page.js';

/** State of a page. */
export interface PageState<Types extends PageTypes> {
  /** Tree of the page; absent until it is loaded. */
  readonly tree?: PageTree<Types>;
  /** Error of the last read. */
  readonly error?: unknown;
}

export interface PageOptions {
  /** `tree.snapshot` of the page that the server rendered. It is rendered immediately, without another request. */
  readonly initial?: PageSnapshot;
}

/**
 * Returns the page at a path and updates it after each change. Unchanged documents and nodes keep their identity, so `memo`
 * components render only after changes.
 */
export function usePage<Types extends PageTypes>(
  client: Pick<Client<Types, object>, 'watch'>,
  path: string,
  { initial }: PageOptions = {},
): PageState<Types> {
  // The snapshot applies only to its own path.
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
