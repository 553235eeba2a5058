import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { accountTables } from './model/tables.js';
import { userResource } from './model/user.js';

/** Users, their sessions and the mails about them (accounts.md sections 2 to 7). */
export const accounts: DeclaredFeature = {
  name: 'accounts',
  resources: (user) => [userResource(user)],
  tables: accountTables,
  load: () => import('./feature.js'),
};
