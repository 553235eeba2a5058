import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { FieldDescriptor } from '../../../kernel/contract/resource.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';

/** What of the description of a member a browser needs to judge what is sent, as the schemas of the generated client have it. */
const FACTS = [
  'kind',
  'name',
  'writable',
  'type',
  'accepts',
  'nullable',
  'default',
  'length',
  'precision',
  'scale',
];

const SENT_KINDS: ReadonlySet<string> = new Set(['scalar', 'to-one', 'inverse-one', 'to-many']);

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

/** Positions are written in a notation of their own, and files are no members of a body. */
function factsOf(field: FieldDescriptor, isBuiltIn: boolean): JsonObject | undefined {
  if (field.name === 'componentPositions') return undefined;
  // What is sent and never shown is a password.
  const known =
    field.kind === 'computed' && !field.readable
      ? { ...field, kind: 'scalar', type: 'string', accepts: ['string'], nullable: true }
      : field;
  if (!SENT_KINDS.has(known.kind)) return undefined;
  const facts = Object.entries(known).filter(([key]) => FACTS.includes(key));
  // What built-in types may leave out the service fills in, whether its column takes null or not.
  const nullable = isBuiltIn && 'nullable' in known ? { nullable: true } : {};
  // Descriptors are plain data.
  return { ...(Object.fromEntries(facts) as Record<string, JsonValue>), ...nullable };
}
