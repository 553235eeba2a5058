import type { PendingWrite, WriteRule } from '../../kernel/contract/writes.js';
import { VIOLATION_CODES } from '../../kernel/contract/violation-codes.js';
import type { CollectionTarget } from './collection-target.js';

const REQUIRED = 'The resource iri for a collection component is required';

/** `resourceIri` must be the collection IRI of a resource that can be listed (components.md section 7.1). */
export function createCollectionRule(targetOf: CollectionTarget): WriteRule {
  return {
    name: 'collection',
    appliesTo: ({ name }) => name === 'Collection',
    many: 'each',
    prepare: (write) => checkTarget(write, targetOf),
  };
}

function checkTarget({ values, violations }: PendingWrite, targetOf: CollectionTarget): void {
  const propertyPath = 'resourceIri';
  if (violations.items.some((violation) => violation.propertyPath === propertyPath)) return;
  const iri = values.resourceIri;
  if (iri == null) violations.add({ propertyPath, message: REQUIRED, code: VIOLATION_CODES.notNull });
  if (typeof iri === 'string' && targetOf(iri) !== undefined) return;
  violations.add({ propertyPath, message: `${String(iri ?? null)} is not a valid IRI`, code: null });
}
