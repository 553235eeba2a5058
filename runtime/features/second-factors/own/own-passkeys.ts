import type { Database } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import type { Enrolment } from '../enrolment.js';
import type { SessionUser } from '../fresh-proof.js';
import type { Passkey, StoredPasskeys } from '../passkeys/stored-passkeys.js';
import type { SentNewPasskey } from '../sent-members.js';
import { type OwnChanges, type OwnRequest, refused } from './own-changes.js';
import { printMade, printPasskey } from './print.js';

const WRONG_CREDENTIAL = 'This is not a valid passkey response to this challenge.';

/** Passkeys of the current user. */
export interface OwnPasskeys {
  beginPasskey(request: OwnRequest): Promise<JsonObject>;
  addPasskey(request: OwnRequest, sent: SentNewPasskey): Promise<JsonObject>;
  /** @throws AppError 404 for a passkey of another user */
  renamePasskey(id: string, name: string, user: SessionUser): Promise<JsonObject>;
  removePasskey(id: string, request: OwnRequest): Promise<void>;
}

/** Creates the operations on the current user's passkeys. */
export function createOwnPasskeys(deps: {
  readonly database: Database;
  readonly passkeys: StoredPasskeys;
  readonly enrolment: Enrolment;
  readonly changes: OwnChanges;
}): OwnPasskeys {
  const { database, passkeys, enrolment, changes } = deps;

  async function findOwn(id: string, user: SessionUser): Promise<Passkey> {
    const own = isUuid(id) ? await passkeys.of(user.id) : [];
    const passkey = own.find((one) => one.id === id.toLowerCase());
    if (passkey === undefined) throw notFound();
    return passkey;
  }

  return {
    async beginPasskey({ user }) {
      await changes.assertFresh(user);
      return enrolment.passkeyOptions(user);
    },
    async addPasskey({ user, context }, sent) {
      await changes.assertFresh(user);
      const passkey = await enrolment.readPasskey(sent, user.id);
      if (passkey === undefined) throw refused('credential', WRONG_CREDENTIAL);
      const made = await database.transaction((transaction) =>
        enrolment.addPasskey(transaction, { passkey, context }),
      );
      return printMade(made);
    },
    async renamePasskey(id, name, user) {
      const passkey = await findOwn(id, user);
      await database.transaction((transaction) => passkeys.rename(transaction, { ...passkey, name }));
      return printPasskey({ ...passkey, name });
    },
    async removePasskey(id, request) {
      const passkey = await findOwn(id, request.user);
      await changes.remove(request, 'passkey removed', (transaction) =>
        passkeys.remove(transaction, passkey),
      );
    },
  };
}
