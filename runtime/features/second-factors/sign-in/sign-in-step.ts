import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Database } from '../../../kernel/contract/database/database.js';
import type { SignInStep } from '../../accounts/public-api.js';
import { type Challenges, passwordMark, TICKET_SECONDS } from '../challenges.js';
import { type FactorCounts, type Factors, hasFactor } from '../factors.js';
import type { TicketCookie } from '../endpoints/ticket-cookie.js';

export type Method = 'totp' | 'passkey' | 'recovery_code';

/**
 * Creates the step after the password. It requires a second factor from users who have one, and enrolment from users
 * who must have one. The ticket for the next request is not a session and grants nothing else.
 */
export function createSignInStep(deps: {
  readonly database: Database;
  readonly factors: Factors;
  readonly challenges: Challenges;
  readonly cookie: TicketCookie;
  readonly hasPasskeys: boolean;
}): SignInStep {
  const { database, factors, challenges, cookie, hasPasskeys } = deps;

  function methodsOf({ apps, passkeys, recoveryCodes }: FactorCounts): readonly Method[] {
    return [
      ...(apps > 0 ? (['totp'] as const) : []),
      ...(passkeys > 0 && hasPasskeys ? (['passkey'] as const) : []),
      ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
    ];
  }

  return async (user, { isStrong }) => {
    if (isStrong) return undefined;
    const counts = await factors.count(database, user.id);
    const isEnrolled = hasFactor(counts);
    if (!isEnrolled && !factors.isRequired(user.roles)) return undefined;
    const ticket = await challenges.make(isEnrolled ? 'second-factor' : 'enrolment', {
      userId: user.id,
      passwordMark: passwordMark(user.password),
      challenge: null,
    });
    const wanted: JsonObject = isEnrolled
      ? { methods: [...methodsOf(counts)] }
      : { methods: [], enrol: hasPasskeys ? ['totp', 'passkey'] : ['totp'] };
    const message = isEnrolled ? 'A second factor is needed.' : 'Your role needs a second factor. Add one.';
    return {
      status: 401,
      body: { code: 401, message, mfa: { ticket, expiresIn: TICKET_SECONDS, ...wanted } },
      cookies: [cookie.write(ticket)],
    };
  };
}
