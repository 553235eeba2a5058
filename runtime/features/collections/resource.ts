import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import type { Validate } from '../../kernel/contract/records/validation.js';
import { positiveOrZero } from '../../kernel/validation/constraints/index.js';
import { scalarField, textField } from '../../kernel/metadata/field-builders.js';

/** A paginated list as a component (core.md section 10). `content/collection` has its rules and the list itself. */
export const collection: ResourceDescriptor = {
  name: 'Collection',
  kind: 'component',
  description: 'A component that displays a list of resources.',
  path: '/component/collections',
  table: 'collection',
  fields: [
    textField('resourceIri', 'resource_iri', { index: true }),
    scalarField('perPage', { column: 'per_page', type: 'integer', accepts: ['int'], nullable: true }),
    scalarField('defaultQueryParameters', {
      column: 'default_query_parameters',
      type: 'json',
      accepts: ['object'],
      nullable: true,
    }),
  ],
  readsAnyParameters: true,
  // The write rule validates `resourceIri`, because its valid targets depend on the registry.
  validate: validateCollection,
};

/** Validates the rules that need no other record. */
export function validateCollection(
  value: Parameters<Validate>[0],
  { violations }: Parameters<Validate>[1],
): void {
  positiveOrZero({ violations, path: 'perPage', value: value.perPage });
}
