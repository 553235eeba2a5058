import type { Accounts } from '../../accounts/index.js';
import type { RemoveUser } from '../../content/cascade/remove-user.js';
import type { Endpoint } from '../../contract/http.js';
import type { UserListPrinter } from '../user-list-printer.js';
import { emailEndpoints } from './accounts-email.js';
import { passwordEndpoints } from './accounts-password.js';
import { sessionEndpoints } from './accounts-session.js';
import { userEndpoints } from './accounts-users.js';

export interface AccountEndpointsDeps {
  readonly accounts: Accounts;
  readonly removeUser: RemoveUser;
  readonly printUsers: UserListPrinter;
}

/** Every endpoint of accounts.md sections 2 to 7. */
export function accountEndpoints(deps: AccountEndpointsDeps): Endpoint[] {
  return [
    ...sessionEndpoints(deps.accounts),
    ...userEndpoints(deps),
    ...emailEndpoints(deps.accounts),
    ...passwordEndpoints(deps.accounts),
  ];
}
