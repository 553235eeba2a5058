// Generated from schemas/ by `cms generate`, which overwrites this file.

import { onMounted, onScopeDispose, shallowRef, toValue, watch, } from 'vue';
import { treeOf } from './page.js';
/**
 * Returns the page at a path and updates it after each change of the page or the path. Unchanged documents and nodes keep
 * their identity, so components render only after changes.
 */
export function usePage(client, path, { initial } = {}) {
    const isInitial = initial?.path === toValue(path);
    const tree = shallowRef(isInitial && initial ? treeOf(initial) : undefined);
    const error = shallowRef();
    let stop;
    const follow = (of) => {
        stop?.();
        const known = tree.value?.snapshot;
        // The previous page remains until the next one is loaded.
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
    // Rendering servers do not watch pages.
    onMounted(() => {
        watch(() => toValue(path), follow, { immediate: true });
    });
    onScopeDispose(() => stop?.());
    return { tree, error };
}
