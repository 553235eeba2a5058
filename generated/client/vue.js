// Generated from schemas/ by `cms generate`, which overwrites this file.

import { onMounted, onScopeDispose, shallowRef, toValue, watch, } from 'vue';
import { treeOf } from './page.js';
/**
 * The page at a path, and again whenever something of it or the path has changed. Documents and nodes that are still the same are
 * the same objects: components that are given them are drawn again only when they changed.
 */
export function usePage(client, path, { initial } = {}) {
    const isInitial = initial?.path === toValue(path);
    const tree = shallowRef(isInitial && initial ? treeOf(initial) : undefined);
    const error = shallowRef();
    let stop;
    const follow = (of) => {
        stop?.();
        const known = tree.value?.snapshot;
        // The page before stays until the next one is there.
        stop = client.watch(of, (changed) => {
            tree.value = changed;
            error.value = undefined;
        }, {
            failed: (reason) => {
                error.value = reason;
            },
            ...(known?.path === of ? { initial: known } : {}),
        });
    };
    // A server that renders the page follows nothing.
    onMounted(() => {
        watch(() => toValue(path), follow, { immediate: true });
    });
    onScopeDispose(() => stop?.());
    return { tree, error };
}
