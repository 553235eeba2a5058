import type { AuthProvider } from 'ra-core';
import { client } from '../api/client.js';
import { deleteOtherChanges } from './unsaved-changes-store.js';
import type { AdminModel } from '../api/model.js';

/**
 * Creates the auth provider of react-admin. It makes no decisions: the model contains only what the user may see, and
 * the service authorizes each request.
 * @param end shows the sign-in form
 */
export const createAuthProvider = ({ me }: AdminModel, end: () => void): AuthProvider => ({
  login: () => Promise.resolve(),
  logout: async () => {
    await client.logout();
    deleteOtherChanges();
    end();
  },
  checkAuth: () => Promise.resolve(),
  checkError: ({ status }: { readonly status?: number }) => {
    if (status === 401) end();
    return Promise.resolve();
  },
  getIdentity: () => Promise.resolve({ id: me.iri, fullName: me.username }),
  getPermissions: () => Promise.resolve(me.roles),
});
