import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import { networkOf } from '../../../kernel/util/http/network-of.js';
import type { Throttle } from '../../../kernel/throttle/throttle.js';
import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';

/**
 * Excludes an endpoint from batches. The throttle commits its hit separately, and no transaction may wait for that (ADR 30).
 */
function partOfNothing(endpoint: Endpoint): Endpoint {
  const copy: { mayBePart?: Endpoint['mayBePart'] } = { ...endpoint };
  delete copy.mayBePart;
  return copy as Endpoint; // all other members are unchanged
}

/** Adds a registration limit per network to the endpoint that creates users. */
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
        // Refused attempts count too, because they reveal which names are taken. Administrators are exempt: they import
        // hundreds of accounts.
        if (!isGranted(context.actor, ROLE_ADMIN)) await by.registrations.hit(networkOf(address));
        return endpoint.handle(request);
      },
    };
  });
}
