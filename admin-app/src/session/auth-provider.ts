import type { AuthProvider } from 'ra-core';
import { client } from '../api/client.js';
import { deleteOtherChanges } from './unsaved-changes-store.js';
import type { AdminModel } from '../api/model.js';

/**
 * The session for react-admin's parts. It decides nothing: what the model does not list is absent, and the service judges each request.
 * @param end shows the form for signing in
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
