import type { CommandIo } from '../../kernel/contract/features/command.js';
import { ANONYMOUS, type RequestContext } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import type { CommandWork } from '../../kernel/feature.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import type { Accounts } from '../accounts/public-api.js';
import type { Factors } from './factors.js';

/**
 * Removes all second factors of an account and ends its sessions, for a user who has lost them. Returns false if the
 * account does not exist.
 */
export type ResetFactors = (userId: string, context: RequestContext) => Promise<boolean>;

export interface ResetDeps {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'rows' | 'sessions'>;
  readonly factors: Factors;
}

export function createResetFactors({ database, accounts, factors }: ResetDeps): ResetFactors {
  return async (userId, context) => {
    if ((await accounts.rows.byId(database, userId)) === undefined) return false;
    await factors.reset(userId, context);
    // An attacker may be using one of the sessions.
    await accounts.sessions.end(userId);
    return true;
  };
}

/** Creates the command `user:reset-mfa`. */
export function createResetCommand(
  reset: ResetFactors,
  { database, accounts, clock }: Pick<ResetDeps, 'database' | 'accounts'> & { readonly clock: Clock },
): CommandWork {
  return {
    name: 'user:reset-mfa',
    async run({ log }, { args: [username], print, printError }: CommandIo) {
      if (username === undefined || username === '') {
        printError('Not enough arguments (missing: "username").');
        return 1;
      }
      const user = await accounts.rows.byUsername(database, username);
      if (user === undefined) {
        printError(`No user has the username "${username}".`);
        return 1;
      }
      await reset(user.id, contextWithoutRequest(ANONYMOUS, { clock, log }));
      print(`Removed the second factors of ${username} and ended all sessions.`);
      return 0;
    },
  };
}
