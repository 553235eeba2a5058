import { DRAFTS, type PreviousWriters } from '../../features/publishing/public-api.js';
import { createAccessControl } from '../../adapters/http/access-control.js';
import type { Application } from '../open-application.js';

/**
 * Returns notices about roles that could write content before the editing permission was required, with the
 * remedy (contract decision 120).
 */
export function previousWriterNotices({
  config,
  get,
}: Pick<Application['app'], 'config' | 'get'>): readonly string[] {
  const { accessControl } = config;
  const { mayAsk } = createAccessControl(accessControl);
  const roles = accessControl.flatMap((rule) => rule.roles);
  return get(DRAFTS).findPreviousWriters({ mayAsk, roles }).map(describe);
}

const NAMES: Readonly<Record<string, string>> = {
  PUBLIC_ACCESS: 'Visitors',
  ROLE_USER: 'Accounts without a role',
};

const describe = ({ role, types }: PreviousWriters): string =>
  `${NAMES[role] ?? `Accounts with ${role}`} can no longer write ${types.join(', ')}: writing content requires the editing permission. ` +
  `To allow it, include them in "publishable.permission" (or in "x-publishable.permission" of a type), or set "x-editing-permission": false in the schema of the type. Otherwise, deny it in access_control.`;
