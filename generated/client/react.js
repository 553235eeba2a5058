// Generated from schemas/ by `cms generate`, which overwrites this file.

import { useMemo, useSyncExternalStore } from 'react';
import { treeOf } from './page.js';
/**
 * The page at a path, and again whenever something of it has changed. Documents and nodes that are still the same are the same
 * objects: what `memo` wraps is drawn again only when it changed.
 */
export function usePage(client, path, { initial } = {}) {
    // The snapshot belongs to the page that it is of, and to no later one.
    const first = initial?.path === path ? initial : undefined;
    const store = useMemo(() => createStore(client, path, first), [client, path, first]);
    return useSyncExternalStore(store.subscribe, store.read, store.read);
}
function createStore(client, path, initial) {
    let state = initial === undefined ? {} : { tree: treeOf(initial) };
    return {
        read: () => state,
        subscribe(notify) {
            const set = (next) => {
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
