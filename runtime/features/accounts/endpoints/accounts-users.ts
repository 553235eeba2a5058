import type { Endpoint } from '../../../kernel/contract/http.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { networkOf } from '../../../kernel/util/network-of.js';
import { createThrottle } from '../../../kernel/util/throttle.js';
import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';

/** As many registrations as failed logins, in the same time (contract decision 67). */
const REGISTRATIONS = { points: 100, durationSeconds: 900 };

/** The endpoints of users with what a resource knows nothing of: the network that accounts are registered from. */
export function limitRegistrations(
  endpoints: readonly Endpoint[],
  resource: RegisteredResource,
  { assertAllowed }: Pick<ResourceOperations, 'assertAllowed'>,
): readonly Endpoint[] {
  const registrations = createThrottle(REGISTRATIONS);
  return endpoints.map((endpoint) => {
    if (endpoint.method !== 'POST' || endpoint.pattern !== resource.path) return endpoint;
    return {
      ...endpoint,
      async handle(request) {
        const { address, context } = request;
        await assertAllowed.create(resource, context);
        // A refused attempt counts too: it tells which names are taken. Administrators import accounts by the hundred.
        if (!isGranted(context.actor, ROLE_ADMIN)) await registrations.hit(networkOf(address));
        return endpoint.handle(request);
      },
    };
  });
}
