import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { notFound, validationFailed } from '../../../kernel/errors/catalog.js';
import { type Factors, hasFactor } from '../factors.js';
import type { FreshProof, SessionUser } from '../fresh-proof.js';
import type { FactorChange, FactorNotices } from '../notices.js';

/** A request of a user about the own factors. */
export interface OwnRequest {
  readonly user: SessionUser;
  readonly body: JsonObject;
  readonly address: string;
  readonly context: RequestContext;
}

/** What all changes of the own factors share. */
export interface OwnChanges {
  /** Whoever has a factor proves it; a password alone would let it be taken away. */
  needsCode(user: SessionUser): Promise<boolean>;
  /** @throws AppError 403 without a fresh proof */
  assertFresh(user: SessionUser): Promise<void>;
  /** Removes a factor with what follows from that. @throws AppError 404 where it is not there, 409 where it has to stay */
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

/** A value of a body that is wrong. A 401 would tell the front end that the session is over. */
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
