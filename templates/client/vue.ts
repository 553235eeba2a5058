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

/** A page as far as it is known. */
export interface PageRefs<Types extends PageTypes> {
  /** Undefined until it was read. */
  readonly tree: Readonly<ShallowRef<PageTree<Types> | undefined>>;
  /** Why it could not be read the last time. */
  readonly error: Readonly<ShallowRef<unknown>>;
}

export interface PageOptions {
  /** `tree.snapshot` of the page that the server has rendered. It is drawn at once, and the page is not asked for again. */
  readonly initial?: PageSnapshot;
}

/**
 * The page at a path, and again whenever something of it or the path has changed. Documents and nodes that are still the same are
 * the same objects: components that are given them are drawn again only when they changed.
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
    // The page before stays until the next one is there.
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
  // A server that renders the page follows nothing.
  onMounted(() => {
    watch(() => toValue(path), follow, { immediate: true });
  });
  onScopeDispose(() => stop?.());
  return { tree, error };
}
