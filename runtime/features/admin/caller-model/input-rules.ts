import type { JsonObject } from '../../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import { bodyFacts, isInBodies } from '../../../kernel/contract/features/body-facts.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';

/**
 * Returns the rules of a type in the format that `inputSchema` and `patchSchema` of generated clients accept.
 * Constraint functions are not included, because they are code.
 */
export const inputRules = (
  { kind, publishable, validationGroups }: RegisteredResource,
  fields: readonly FieldDescriptor[],
): JsonObject => ({
  fields: fields.flatMap((field): JsonObject[] => {
    const facts = factsOf(field, kind === 'core');
    return facts === undefined ? [] : [facts];
  }),
  groups: { create: validationGroups.create, update: validationGroups.update },
  ...(publishable === undefined
    ? {}
    : { publication: { field: publishable.field, groups: publishable.validationGroups } }),
});

function factsOf(field: FieldDescriptor, isBuiltIn: boolean): JsonObject | undefined {
  // A member that is written but never shown is a password.
  const known =
    field.kind === 'computed' && !field.readable
      ? ({ ...field, kind: 'scalar', type: 'string', accepts: ['string'], nullable: true } as const)
      : field;
  if (!isInBodies(known)) return undefined;
  // The service fills in values that built-in types omit, even if the column is not nullable.
  return { ...bodyFacts(known), ...(isBuiltIn && 'nullable' in known ? { nullable: true } : {}) };
}
