import { createContext, useContext } from 'react';
import { client } from '../api/client.js';
import type { AdminModel, AdminType } from '../api/model.js';
import { deleteOtherChanges } from './unsaved-changes-store.js';

/** The signed-in user, and the model that the service returned for that user. */
export interface Session {
  readonly model: AdminModel;
  /** @throws Error if the model has no type of that name */
  typeOf(name: string): AdminType;
  signOut(): Promise<void>;
  /** Shows the sign-in form, because the service no longer accepts the session. */
  end(): void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession requires a signed-in user.');
  return session;
}

/** Returns the type of that name from the model. */
export const useType = (name: string): AdminType => useSession().typeOf(name);

export function createSession(model: AdminModel, end: () => void): Session {
  const types = new Map(model.types.map((type) => [type.name, type]));
  return {
    model,
    typeOf(name) {
      const type = types.get(name);
      if (type === undefined) throw new Error(`The type ${name} does not exist, or you may not see it.`);
      return type;
    },
    async signOut() {
      await client.logout();
      deleteOtherChanges();
      end();
    },
    end,
  };
}
