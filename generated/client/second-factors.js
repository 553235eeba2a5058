// Generated from schemas/ by `cms generate`, which overwrites this file.

import { at } from './addresses.js';
import { ApiError } from './errors.js';
const MERGE_PATCH = 'application/merge-patch+json';
/** Creates the functions for second factors from a client. */
export function secondFactorsOf({ request, login }) {
    const post = (path, body) => request('POST', path, body === undefined ? {} : { body });
    /** Creates a passkey in the browser and sends it. */
    async function makePasskey(path, by, name) {
        const { challengeId, publicKey } = await post(`${path}/options`, by);
        const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
        const credential = jsonOf(await navigator.credentials.create({ publicKey: options }));
        return post(path, { ...by, challengeId, credential, ...(name === undefined ? {} : { name }) });
    }
    return {
        async login(username, password) {
            try {
                await login(username, password);
                return undefined;
            }
            catch (error) {
                const asked = error instanceof ApiError ? error.body['mfa'] : undefined;
                if (asked === undefined)
                    throw error;
                return asked; // the API answers it so
            }
        },
        enter: async (ticket, code) => void (await post('/login/second_factor', { ticket, code })),
        offersPasskeys: async () => (await request('GET', '/login/passkey')).isOffered,
        async enterByPasskey(ticket) {
            const asked = ticket === undefined ? {} : { ticket };
            const { challengeId, publicKey } = await post('/login/passkey/options', asked);
            const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
            const credential = jsonOf(await navigator.credentials.get({ publicKey: options }));
            await post('/login/passkey', { challengeId, credential });
        },
        enrol: (ticket) => post('/login/enrol/totp', { ticket }),
        confirmEnrolment: (ticket, code) => post('/login/enrol/totp/confirm', { ticket, code }),
        enrolPasskey: (ticket, name) => makePasskey('/login/enrol/passkey', { ticket }, name),
        list: () => request('GET', '/me/second_factors'),
        prove: async (by) => void (await post('/me/proof', by)),
        addApp: () => post('/me/totp'),
        confirmApp: (code) => post('/me/totp/confirm', { code }),
        removeApp: async () => void (await request('DELETE', '/me/totp')),
        renewCodes: () => post('/me/recovery_codes'),
        addPasskey: (name) => makePasskey('/me/passkeys', {}, name),
        renamePasskey: (id, name) => request('PATCH', at `/me/passkeys/${id}`, { body: { name }, headers: { 'content-type': MERGE_PATCH } }),
        removePasskey: async (id) => void (await request('DELETE', at `/me/passkeys/${id}`)),
    };
}
/** Serializes a credential. Browsers return null, or another kind of credential, for unknown options. */
function jsonOf(credential) {
    if (credential instanceof PublicKeyCredential)
        return credential.toJSON();
    throw new Error('The browser answered with no passkey.');
}
