import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import { secondFactorErrors } from '../errors.js';
import { type ByEnrolmentDeps, createByEnrolment, type EnrolmentSignIn } from './by-enrolment.js';
import { type ByPasskeyDeps, createByPasskey, type PasskeySignIn } from './by-passkey.js';
import { createOpenings, type Opened, type OpeningsDeps, type SignInRequest } from './openings.js';

/**
 * Continues a sign-in with its ticket. All methods throw AppError 401 for an expired ticket, and 429 after too many
 * attempts.
 */
export interface FactorSignIn extends PasskeySignIn, EnrolmentSignIn {
  /** Signs in with a code of the app, or a recovery code. */
  byCode(request: SignInRequest, code: string | undefined): Promise<Opened>;
}

export type FactorSignInDeps = OpeningsDeps & Omit<ByEnrolmentDeps & ByPasskeyDeps, 'openings'>;

export function createFactorSignIn(deps: FactorSignInDeps): FactorSignIn {
  const { evaluate } = deps;
  const openings = createOpenings(deps);
  return {
    ...createByPasskey({ ...deps, openings }),
    ...createByEnrolment({ ...deps, openings }),
    async byCode(request, sent) {
      const { address, context } = request;
      const user = await openings.userOf('second-factor', request);
      const claimant = { userId: user.id, address, context };
      return openings.audited({ method: 'code', userId: user.id }, request, async () => {
        const code = await evaluate.present(sent, claimant);
        if (code === undefined) throw secondFactorErrors.wrongCode();
        const finish = async (transaction: TransactionSession): Promise<void> => {
          if (!(await code.use(transaction))) throw secondFactorErrors.wrongCode();
          await openings.takeTicket(transaction, request);
        };
        const opened = await openings.open(user, { method: `password, ${code.method}`, finish }, context);
        await evaluate.succeeded(claimant);
        return opened;
      });
    },
  };
}
