import type { Kernel } from '../../composition/kernel.js';
import type { GenerateRoute } from '../../content/routes/generate.js';
import { createGenerateRoute } from '../../content/routes/generate.js';
import type { PublishedOfPair } from '../../content/routes/published-of-pair.js';
import type { LoadRedirects } from '../../content/routes/redirects.js';
import { createLoadRedirects } from '../../content/routes/redirects.js';
import { slugRouteGenerator } from '../../content/routes/route-generator.js';
import { validationFailed } from '../../errors/catalog.js';
import type { ResourceOperations } from '../../operations/resource-operations.js';
import { createViolationList } from '../../validation/violation-list.js';

/** Use cases of routes beyond the generic ones. */
export interface RouteUseCases {
  readonly generateRoute: GenerateRoute;
  readonly loadRedirects: LoadRedirects;
}

export function createRouteUseCases(
  { registry, iris, reader, config }: Kernel,
  operations: ResourceOperations,
  publishedOfPair: PublishedOfPair,
): RouteUseCases {
  const route = registry.require('Route');
  return {
    generateRoute: createGenerateRoute({
      publishedOfPair,
      generator: config.extensions.routeGenerator ?? slugRouteGenerator,
      reader,
      iris,
      async resolve(target, raw, path, scope) {
        const violations = createViolationList();
        const [reference] = await operations.references.resolve([{ target, raw, path }], {
          ...scope,
          violations,
        });
        if (violations.items.length > 0) throw validationFailed(violations.items);
        return reference;
      },
      show: (stored, scope) => operations.show(stored, route, scope),
      run: operations.run,
    }),
    loadRedirects: createLoadRedirects({
      reader,
      represent: (records, scope) => operations.represent(records, route, 'collection', scope),
    }),
  };
}
