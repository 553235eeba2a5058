import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { TransactionSession } from '../../kernel/contract/database/database.js';
import type { FactorLimits } from './factor-limits.js';
import type { FactorNotices } from './notices.js';
import type { RecoveryCodes } from './recovery-codes.js';
import type { RightCode, TotpApps } from './totp/totp-apps.js';

/** A user who sends a code, to sign in or to confirm an identity. */
export interface Claimant {
  readonly userId: string;
  readonly address: string;
  readonly context: RequestContext;
}

/** A code to be redeemed once. `use` returns false for a wrong recovery code. */
export interface VerifiedCode extends RightCode {
  readonly method: 'totp' | 'recovery code';
}

export interface CodeVerifier {
  /**
   * Checks a code of an app, or accepts the form of a recovery code, which `use` checks. Undefined for a wrong code.
   * @throws AppError 429 after too many attempts
   */
  present(code: string | undefined, claimant: Claimant): Promise<VerifiedCode | undefined>;
  /** Checks a code of an unconfirmed app. @throws AppError 409 if there is none */
  pending(code: string | undefined, claimant: Claimant): Promise<VerifiedCode | undefined>;
  /** Adds a wrong code to the audit log. */
  failed(method: string, claimant: Claimant): Promise<void>;
  succeeded(claimant: Claimant): Promise<void>;
}

/** Users copy the gap that apps display. */
const SIX_DIGITS = /^\d{3}[\s-]?\d{3}$/;

export function createCodeVerifier(deps: {
  readonly apps: TotpApps;
  readonly recoveryCodes: RecoveryCodes;
  readonly limits: FactorLimits;
  readonly notices: FactorNotices;
  readonly audit: AuditLog;
}): CodeVerifier {
  const { apps, recoveryCodes, limits, notices } = deps;

  async function limited<Result>({ userId, address }: Claimant, evaluate: () => Promise<Result>) {
    await limits.attempt(userId, address);
    try {
      return await evaluate();
    } catch (error) {
      // The code could not be checked, so the attempt does not count.
      await limits.withdraw(userId, address);
      throw error;
    }
  }

  async function evaluateApp(code: string, claimant: Claimant, isPending: boolean) {
    const evaluate = isPending ? apps.validatePending : apps.evaluate;
    const right = await limited(claimant, () => evaluate(claimant.userId, code.replace(/\D/g, '')));
    return right && ({ ...right, method: 'totp' } as const);
  }

  function recovery(code: string, { userId, context }: Claimant): VerifiedCode {
    return {
      method: 'recovery code',
      async use(transaction: TransactionSession) {
        if (!(await recoveryCodes.use(transaction, userId, code))) return false;
        const codesLeft = await recoveryCodes.count(transaction, userId);
        await notices.tell(transaction, { change: 'recovery code used', userId, codesLeft }, context);
        return true;
      },
    };
  }

  return {
    async present(given = '', claimant) {
      const code = given.trim();
      if (SIX_DIGITS.test(code)) return evaluateApp(code, claimant, false);
      return limited(claimant, () => Promise.resolve(code === '' ? undefined : recovery(code, claimant)));
    },
    pending: (given = '', claimant) => evaluateApp(given.trim(), claimant, true),
    failed: (method, { userId, address, context }) =>
      deps.audit.addAlone({ kind: 'failed-sign-in', account: userId, details: method }, { address }, context),
    succeeded: ({ userId, address }) => limits.succeeded(userId, address),
  };
}
