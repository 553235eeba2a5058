import { createContext, useContext, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { ApiError } from '../../../templates/client/errors.js';
import { modelAhead } from '../api/ahead.js';
import { client } from '../api/client.js';
import type { AdminModel, AdminType } from '../api/model.js';
import { forgetOthers } from '../typed/kept.js';
import { followModel } from './follow-model.js';
import { SignIn } from './sign-in.js';
import { Failed, Waiting } from './waiting.js';

/** Whoever is signed in, and what the service shows to them. */
export interface Session {
  readonly model: AdminModel;
  /** @throws Error where the model has no type of the name */
  typeOf(name: string): AdminType;
  signOut(): Promise<void>;
  /** The service knows the caller no more. */
  end(): void;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in here.');
  return session;
}

/** What the types of the admin are made of, by the name of a type. */
export const useType = (name: string): AdminType => useSession().typeOf(name);

type State = {
  readonly model?: AdminModel;
  readonly failed?: unknown;
  readonly isOut?: true;
  /** Somebody signed in, and the service does not know it: browsers keep no cookies of some other sites. */
  readonly hasNoCookie?: true;
};

export interface SessionGateProps {
  readonly children: ReactNode;
  /** Loads what is needed to draw it, beside the model. */
  readonly loadScreen: () => Promise<void> | undefined;
}

/** Shows what is within to whoever is signed in, and asks everybody else to sign in, at whatever address: links stay. */
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
    // Whoever was here before may have left something in the tab.
    if (me !== undefined) forgetOthers(me);
  }, [me]);
  if (state.isOut) return <SignIn entered={() => load(true)} hasNoCookie={state.hasNoCookie === true} />;
  if (state.failed !== undefined) return <Failed error={state.failed} retry={() => load()} />;
  if (state.model === undefined) return <Waiting />;
  const end = (): void => setState({ isOut: true });
  const session = sessionOf(state.model, end);
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

async function readModel(): Promise<State> {
  try {
    return { model: await modelAhead() };
  } catch (error) {
    if (error instanceof ApiError && error.isSignedOut) return { isOut: true };
    throw error;
  }
}

function sessionOf(model: AdminModel, end: () => void): Session {
  const types = new Map(model.types.map((type) => [type.name, type]));
  return {
    model,
    typeOf(name) {
      const type = types.get(name);
      if (type === undefined) throw new Error(`There is no type ${name} that you may see.`);
      return type;
    },
    async signOut() {
      await client.logout();
      forgetOthers();
      end();
    },
    end,
  };
}
