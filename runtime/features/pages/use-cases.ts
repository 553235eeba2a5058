import type { Kernel } from '../../kernel/kernel.js';
import { createGenerateRoute, type GenerateRoute } from './routes/generate.js';
import type { PublishedOfPair } from './routes/published-of-pair.js';
import { createLoadRedirects, type LoadRedirects } from './routes/redirects.js';
import { slugRouteGenerator } from './routes/route-generator.js';
import { validationFailed } from '../../kernel/errors/catalog.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';

/** Route operations in addition to the generic ones. */
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
  const generateRoute = createGenerateRoute({
    publishedOfPair,
    generator: config.extensions.routeGenerator ?? slugRouteGenerator,
    reader,
    iris,
    async resolve(sent, scope) {
      const violations = createViolationList();
      const [reference] = await operations.references.resolve([{ ...sent, violations }], scope);
      if (violations.items.length > 0) throw validationFailed(violations.items);
      return reference;
    },
    show: (stored, scope) => operations.show(stored, route, scope),
    run: operations.run,
  });
  return {
    generateRoute: (sent, from) =>
      operations.enter(
        { name: 'generateRoute', resource: route, body: sent, context: from },
        async ({ body, context }) => {
          await operations.assertAllowed.create(route, context);
          return generateRoute(body, context);
        },
      ),
    loadRedirects: createLoadRedirects({
      reader,
      represent: (records, scope) => operations.represent(records, 'collection', scope),
    }),
  };
}
