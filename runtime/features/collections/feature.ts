import type { Answers } from '../../composition/answers.js';
import type { Kernel } from '../../composition/kernel.js';
import { createCollectionList } from '../../content/collection/collection-list.js';
import { createCollectionRule } from '../../content/collection/collection-rule.js';
import { createCollectionTarget } from '../../content/collection/collection-target.js';
import { printQueryString } from '../../http/query-string.js';
import type { Feature } from '../../operations/feature.js';

const TYPE = 'Collection';

/** The Collection component: a list of the API in the place of a component (components.md section 3). */
export function createCollections(
  { registry, iris, config, steps }: Kernel,
  { printCollection }: Pick<Answers, 'printCollection'>,
): Feature {
  const targetOf = createCollectionTarget(iris);
  return {
    name: 'collections',
    representation: [
      createCollectionList({
        targetOf,
        sizeParameter: config.pagination.itemsPerPageParameterName,
        itemIri: (id) => iris.item(registry.require(TYPE), id),
        steps,
        printCollection: (list, context, { viewIri, named }) =>
          printCollection(list, { context, queryString: printQueryString(named) }, viewIri),
      }),
    ],
    writes: { rules: [createCollectionRule(targetOf)] },
  };
}
