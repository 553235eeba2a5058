import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { ApiError } from '../../../templates/client/errors.js';
import type { AdminModel } from '../api/model.js';
import { prefetchedModel } from '../api/prefetch.js';
import { followModel } from '../session/follow-model.js';
import { createSession, SessionContext } from '../session/session.js';
import { deleteOtherChanges } from '../session/unsaved-changes-store.js';
import { Loading, LoadFailed } from '../ui/loading.js';
import { SignIn } from './sign-in.js';

type State = {
  readonly model?: AdminModel;
  readonly failed?: unknown;
  readonly isOut?: true;
  /** The sign-in succeeded without a session: browsers reject cookies of some other sites. */
  readonly hasNoCookie?: true;
};

export interface SessionGateProps {
  readonly children: ReactNode;
  /** Loads the code of the first screen while the model is loading. */
  readonly loadScreen: () => Promise<void> | undefined;
}

/** Shows its children to signed-in users, and the sign-in form to all others. The address stays the same. */
export function SessionGate({ children, loadScreen }: SessionGateProps): ReactElement {
  const [state, setState] = useState<State>({});
  const load = (signedIn = false): void => {
    const screen = loadScreen();
    readModel()
      .then(async (read) => {
        if (read.model !== undefined) await screen;
        setState(read.isOut && signedIn ? { isOut: true, hasNoCookie: true } : read);
      })
      .catch((failed: unknown) => setState({ failed }));
  };
  useEffect(() => load(), []);
  const changes = state.model?.service.changes;
  useEffect(() => {
    return changes === undefined ? undefined : followModel(changes, readModel, setState);
  }, [changes]);
  const me = state.model?.me.iri;
  useEffect(() => {
    // Another user may have left unsaved changes in the tab.
    if (me !== undefined) deleteOtherChanges(me);
  }, [me]);
  if (state.isOut) return <SignIn entered={() => load(true)} hasNoCookie={state.hasNoCookie === true} />;
  if (state.failed !== undefined) return <LoadFailed error={state.failed} retry={() => load()} />;
  if (state.model === undefined) return <Loading />;
  const session = createSession(state.model, () => setState({ isOut: true }));
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

async function readModel(): Promise<State> {
  try {
    return { model: await prefetchedModel() };
  } catch (error) {
    if (error instanceof ApiError && error.isSignedOut) return { isOut: true };
    throw error;
  }
}
