import type { Endpoint } from '../../../kernel/contract/http/http.js';
import { emailEndpoints } from './accounts-email.js';
import { passwordEndpoints } from './accounts-password.js';
import { sessionEndpoints, type ShowCaller } from './accounts-session.js';
import type { Accounts } from '../accounts.js';

/** Creates every endpoint of accounts.md sections 2 to 7 except those of the user resource. */
export function accountEndpoints(accounts: Accounts, showCaller: ShowCaller): Endpoint[] {
  return [
    ...sessionEndpoints(accounts, showCaller),
    ...emailEndpoints(accounts),
    ...passwordEndpoints(accounts),
  ];
}
