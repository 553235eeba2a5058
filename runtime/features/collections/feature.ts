import { createCollectionList } from './collection-list.js';
import { createCollectionRule } from './collection-rule.js';
import { createFollowLists } from './follow-lists.js';
import { createCollectionTarget } from './collection-target.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { printQueryString } from '../../kernel/endpoints/print-parameters.js';

const TYPE = 'Collection';

export const create: CreateFeature = ({ registry, iris, config, steps, answers }) => {
  const targetOf = createCollectionTarget(iris);
  return {
    representation: [
      createCollectionList({
        targetOf,
        sizeParameter: config.pagination.itemsPerPageParameterName,
        itemIri: (id) => iris.item(registry.require(TYPE), id),
        steps,
        printCollection: (list, context, { viewIri, named }) =>
          answers.printCollection(list, { context, queryString: printQueryString(named) }, viewIri),
      }),
    ],
    writes: { rules: [createCollectionRule(targetOf)] },
    follows: [createFollowLists({ registry }, TYPE)],
  };
};
