import type { JsonObject } from '../../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../../kernel/contract/schema/resource.js';
import { bodyFacts, isInBodies } from '../../../kernel/contract/features/body-facts.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';

/**
 * What `inputSchema` and `patchSchema` of a generated client take as the rules of a type, without the functions that check its
 * constraints: those are code.
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
  // What is sent and never shown is a password.
  const known =
    field.kind === 'computed' && !field.readable
      ? ({ ...field, kind: 'scalar', type: 'string', accepts: ['string'], nullable: true } as const)
      : field;
  if (!isInBodies(known)) return undefined;
  // What built-in types may leave out the service fills in, whether its column takes null or not.
  return { ...bodyFacts(known), ...(isBuiltIn && 'nullable' in known ? { nullable: true } : {}) };
}
