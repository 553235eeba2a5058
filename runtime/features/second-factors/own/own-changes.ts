import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import { notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import { type Factors, hasFactor } from '../factors.js';
import type { FreshProof, SessionUser } from '../fresh-proof.js';
import type { FactorChange, FactorNotices } from '../notices.js';

/** A request of a user about their own factors. */
export interface OwnRequest {
  readonly user: SessionUser;
  readonly address: string;
  readonly context: RequestContext;
}

/** Checks and actions that all changes of the user's own factors share. */
export interface OwnChanges {
  /**
   * Returns whether the user has a factor. Then a code is required, because a stolen password alone must not remove
   * it.
   */
  needsCode(user: SessionUser): Promise<boolean>;
  /** @throws AppError 403 without a recent confirmation of the identity */
  assertFresh(user: SessionUser): Promise<void>;
  /**
   * Removes a factor and updates what depends on it. @throws AppError 404 if it does not exist, 409 if it is required
   */
  remove(
    request: OwnRequest,
    change: FactorChange,
    work: (transaction: TransactionSession) => Promise<boolean>,
  ): Promise<void>;
}

export interface OwnChangesDeps {
  readonly database: Database;
  readonly factors: Factors;
  readonly proof: FreshProof;
  readonly notices: FactorNotices;
}

/** Reports a wrong value in a body. Status 401 would make the front end end the session. */
export const refused = (propertyPath: string, message: string) =>
  validationFailed([{ propertyPath, message, code: null }]);

export function createOwnChanges({ database, factors, proof, notices }: OwnChangesDeps): OwnChanges {
  const needsCode = async (user: SessionUser): Promise<boolean> =>
    hasFactor(await factors.count(database, user.id));

  async function assertFresh(user: SessionUser): Promise<void> {
    await proof.assert(user, (await needsCode(user)) ? ['code'] : ['password']);
  }

  return {
    needsCode,
    assertFresh,
    async remove({ user, context }, change, work) {
      await assertFresh(user);
      await database.transaction(async (transaction) => {
        if (!(await work(transaction))) throw notFound();
        await factors.afterRemoval(transaction, user);
        await notices.tell(transaction, { change, userId: user.id }, context);
      });
    },
  };
}
