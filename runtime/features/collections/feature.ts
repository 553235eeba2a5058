import type { Answers } from '../../kernel/endpoints/answers.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createCollectionList } from './collection-list.js';
import { createCollectionRule } from './collection-rule.js';
import { createFollowLists } from './follow-lists.js';
import { createCollectionTarget } from './collection-target.js';
import type { Feature } from '../../kernel/feature.js';
import { printQueryString } from '../../kernel/endpoints/print-parameters.js';

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
    follows: [createFollowLists({ registry }, TYPE)],
  };
}
