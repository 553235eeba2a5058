import { useCallback, useEffect, useState } from 'react';
import type { PageTree, PageTypes } from '../../../../templates/client/page.js';
import { client } from '../../api/client.js';
import { errorOf } from '../../api/errors.js';
import { isVisibleNow, onVisibility } from '../../api/visible-stream.js';

export type Tree = PageTree<PageTypes>;

export interface PageReading {
  readonly tree?: Tree;
  readonly error?: unknown;
  /** Reads it again, after a change of one's own. */
  readonly reload: () => Promise<void>;
}

interface State {
  /** The record whose page it is. */
  readonly id: string;
  readonly tree?: Tree;
  readonly error?: unknown;
}

/** A page with all that stands on it, by one request, which follows what others change. @param id of its record */
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
  // What is left of the page before is not shown as this one.
  return state.id === id ? { ...state, reload } : { reload };
}

/** Whether the tab is shown. A hidden one holds no connection to the service. */
function useVisibility(): boolean {
  const [isVisible, setVisible] = useState(isVisibleNow);
  useEffect(() => onVisibility(setVisible), []);
  return isVisible;
}
