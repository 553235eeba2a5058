import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { networkOf } from '../../../kernel/util/http/network-of.js';
import type { Throttle } from '../../../kernel/throttle/throttle.js';
import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';

/** The hit of a throttle is committed by itself, which no transaction may wait for (ADR 30). */
function partOfNothing(endpoint: Endpoint): Endpoint {
  const copy: { mayBePart?: Endpoint['mayBePart'] } = { ...endpoint };
  delete copy.mayBePart;
  return copy as Endpoint; // the rest is as it was
}

/** The endpoints of users with what a resource knows nothing of: the network that accounts are registered from. */
export function limitRegistrations(
  endpoints: readonly Endpoint[],
  resource: RegisteredResource,
  by: { readonly operations: Pick<ResourceOperations, 'assertAllowed'>; readonly registrations: Throttle },
): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    if (endpoint.method !== 'POST' || endpoint.pattern !== resource.path) return endpoint;
    return {
      ...partOfNothing(endpoint),
      async handle(request) {
        const { address, context } = request;
        await by.operations.assertAllowed.create(resource, context);
        // A refused attempt counts too: it tells which names are taken. Administrators import accounts by the hundred.
        if (!isGranted(context.actor, ROLE_ADMIN)) await by.registrations.hit(networkOf(address));
        return endpoint.handle(request);
      },
    };
  });
}
