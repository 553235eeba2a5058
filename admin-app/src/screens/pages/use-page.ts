import { useCallback, useEffect, useState } from 'react';
import type { PageTree, PageTypes } from '../../../../templates/client/page.js';
import { client } from '../../api/client.js';
import { errorOf } from '../../api/errors.js';
import { isVisibleNow, onVisibility } from '../../api/visible-stream.js';

export type Tree = PageTree<PageTypes>;

export interface PageReading {
  readonly tree?: Tree;
  readonly error?: unknown;
  /** Reads the page again, after an own change. */
  readonly reload: () => Promise<void>;
}

interface State {
  /** IRI or ID of the record of the page. */
  readonly id: string;
  readonly tree?: Tree;
  readonly error?: unknown;
}

/**
 * Reads a page with its content in one request, and follows changes by others.
 * @param id ID of the record
 */
export function usePage(id: string): PageReading {
  const [state, setState] = useState<State>({ id });
  const failed = useCallback((error: unknown) => setState({ id, error: errorOf(error) }), [id]);
  const isVisible = useVisibility();
  useEffect(
    () => (isVisible ? client.watch(id, (tree) => setState({ id, tree }), { failed }) : undefined),
    [id, failed, isVisible],
  );
  const reload = useCallback(async () => {
    await client.page(id).then((tree) => setState({ id, tree }), failed);
  }, [id, failed]);
  // The state of the previous page is not shown.
  return state.id === id ? { ...state, reload } : { reload };
}

/** Returns whether the tab is visible. Hidden tabs hold no connection to the service. */
function useVisibility(): boolean {
  const [isVisible, setVisible] = useState(isVisibleNow);
  useEffect(() => onVisibility(setVisible), []);
  return isVisible;
}
