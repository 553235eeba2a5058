import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { signInErrors } from './errors.js';
import { OPENID_CONNECT_SETTINGS } from './settings.js';
import { externalIdentityTable } from './tables.js';

/** Single sign-on through OpenID Connect providers (contract decision 115, ADR 114). */
export const openidConnect: ConfiguredFeature<typeof OPENID_CONNECT_SETTINGS> = {
  name: 'openid-connect',
  settings: OPENID_CONNECT_SETTINGS,
  tables: [externalIdentityTable],
  errors: Object.values(signInErrors),
  load: () => import('./feature.js'),
};
