// Generated from schemas/ by `cms generate`, which overwrites this file.

import { useMemo, useSyncExternalStore } from 'react';
import { treeOf } from './page.js';
/**
 * Returns the page at a path and updates it after each change. Unchanged documents and nodes keep their identity, so `memo`
 * components render only after changes.
 */
export function usePage(client, path, { initial } = {}) {
    // The snapshot applies only to its own path.
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
