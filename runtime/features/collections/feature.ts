import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import type { PendingWrite, WriteRule } from '../../kernel/contract/records/writes.js';
import { printQueryString } from '../../kernel/endpoints/print-parameters.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { FollowsChanges } from '../../kernel/unit-of-work/announce.js';
import { createCollectionList, readDefaults } from './collection-list.js';
import { type CollectionTarget, createCollectionTarget } from './collection-target.js';
import { LONGEST_QUERY, MOST_PARAMETERS } from '../../kernel/util/http/query-bounds.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';

const REQUIRED = 'The resource iri for a collection component is required';

const TOO_MANY_PARAMETERS =
  'These parameters are too long for an address. Use 500 parameters or fewer, with 16,384 characters or fewer.';

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

/**
 * Marks Collection components as updated when a record of their listed type changes (core.md section 1.8, point 8). The
 * type is optional in a project.
 */
function createFollowLists({ registry }: Pick<Kernel, 'registry'>, type: string): FollowsChanges {
  return {
    async follow({ lookups: { collections }, session }) {
      const resource = registry.get(type);
      if (resource === undefined || collections.length === 0) return {};
      const rows = await session.all<{ readonly id: string }>(
        `select t.id as id from ${session.table(resource.table)} t where ${session.dialect.anyOf('t.resource_iri', 'iris', 'string')}`,
        { iris: collections },
      );
      return { references: rows.map(({ id }) => ({ type, id, key: id })) };
    },
  };
}

/**
 * Validates Collection components: `resourceIri` must be the collection IRI of a type that can be listed
 * (components.md section 7.1). The default parameters must fit into a query string, because each read of the component applies them.
 */
function createCollectionRule(targetOf: CollectionTarget): WriteRule {
  return {
    appliesTo: ({ name }) => name === 'Collection',
    many: 'each',
    prepare(write) {
      checkTarget(write, targetOf);
      checkParameters(write);
    },
  };
}

function checkTarget({ values, violations }: PendingWrite, targetOf: CollectionTarget): void {
  const propertyPath = 'resourceIri';
  if (violations.items.some((violation) => violation.propertyPath === propertyPath)) return;
  const iri = values.resourceIri;
  if (iri == null) violations.add({ propertyPath, message: REQUIRED, code: VIOLATION_CODES.notNull });
  if (typeof iri === 'string' && targetOf(iri) !== undefined) return;
  const invalid = messageOf('{{ value }} is not a valid IRI', { parameters: { value: String(iri ?? null) } });
  violations.add(violationAt(propertyPath, invalid));
}

function checkParameters({ values, violations }: PendingWrite): void {
  const query = printQueryString(readDefaults(values.defaultQueryParameters));
  if (query.length > LONGEST_QUERY || query.split('&').length > MOST_PARAMETERS)
    violations.add({ propertyPath: 'defaultQueryParameters', message: TOO_MANY_PARAMETERS, code: null });
}
