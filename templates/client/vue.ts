import {
  onMounted,
  onScopeDispose,
  shallowRef,
  toValue,
  watch,
  type MaybeRefOrGetter,
  type ShallowRef,
} from 'vue';
import type { Client } from './core.js';
import { treeOf, type PageSnapshot, type PageTree, type PageTypes } from './page.js';
import type { Unwatch } from './watch.js';

/** State of a page. */
export interface PageRefs<Types extends PageTypes> {
  /** Tree of the page; undefined until it is loaded. */
  readonly tree: Readonly<ShallowRef<PageTree<Types> | undefined>>;
  /** Error of the last read. */
  readonly error: Readonly<ShallowRef<unknown>>;
}

export interface PageOptions {
  /** `tree.snapshot` of the page that the server rendered. It is rendered immediately, without another request. */
  readonly initial?: PageSnapshot;
}

/**
 * Returns the page at a path and updates it after each change of the page or the path. Unchanged documents and nodes keep
 * their identity, so components render only after changes.
 */
export function usePage<Types extends PageTypes>(
  client: Pick<Client<Types, object>, 'watch'>,
  path: MaybeRefOrGetter<string>,
  { initial }: PageOptions = {},
): PageRefs<Types> {
  const isInitial = initial?.path === toValue(path);
  const tree = shallowRef<PageTree<Types> | undefined>(isInitial && initial ? treeOf(initial) : undefined);
  const error = shallowRef<unknown>();
  let stop: Unwatch | undefined;

  const follow = (of: string): void => {
    stop?.();
    const known = tree.value?.snapshot;
    // The previous page remains until the next one is loaded.
    stop = client.watch(
      of,
      (changed) => {
        tree.value = changed;
        error.value = undefined;
      },
      {
        failed: (reason) => {
          error.value = reason;
        },
        ...(known?.path === of ? { initial: known } : {}),
      },
    );
  };
  // Rendering servers do not watch pages.
  onMounted(() => {
    watch(() => toValue(path), follow, { immediate: true });
  });
  onScopeDispose(() => stop?.());
  return { tree, error };
}
