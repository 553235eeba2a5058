import type { PathsObject } from 'openapi3-ts/oas31';
import type { Accounts } from '../../runtime/features/accounts/accounts.js';
import { accountEndpoints } from '../../runtime/features/accounts/endpoints/accounts.js';
import type { ApiPart } from '../../runtime/kernel/contract/http/api-part.js';
import { featurePaths } from '../../runtime/kernel/serializer/feature-paths.js';

/** Returns the documentation of the account endpoints. Their declarations use nothing of the service. */
export function documentedAccounts(): ApiPart {
  const endpoints = accountEndpoints({} as Accounts, () => Promise.resolve(undefined));
  return { paths: featurePaths([{ name: 'accounts', endpoints }]) as PathsObject }; // operations are JSON
}
