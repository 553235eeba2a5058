import type { FieldDefinition, JsonSchemaNode } from '../definition.js';
import { type CheckContext, fieldKind } from '../schema-set.js';
import { isOfSomeType } from './check-contradictions.js';
import { allNodes, fieldOwners, fieldsOf, type FieldOwner, typesOf } from './owners.js';
import { createFaultFinder, faultOfRules, type FindFault, type ValueFault } from './value-faults.js';

/** Values that a field names fit the rules that it has beside them: else nobody could ever write them. */
export function checkNamedValues(context: CheckContext): void {
  const findFault = createFaultFinder(context);
  for (const owner of fieldOwners(context)) {
    checkDefaults(owner, findFault);
    checkAllowed(owner, findFault);
  }
}

function checkDefaults(owner: FieldOwner, findFault: FindFault): void {
  for (const { name, field, place } of fieldsOf(owner)) {
    const { default: value } = field;
    if (value === undefined) continue;
    const isRequired = owner.definition.required?.includes(name) === true;
    const fault =
      fieldKind(field) === 'scalar'
        ? (faultOfNull(field, isRequired) ?? findFault(field, value, owner) ?? faultOfRules(field, value))
        : { message: 'a relation, upload or computed field has no default', hint: 'Remove "default".' };
    if (fault === undefined) continue;
    place
      .below('default')
      .report(`The default ${JSON.stringify(value)} does not fit: ${fault.message}.`, fault.hint);
  }
}

/** Null means that a member is left out, which a required member may not be. */
function faultOfNull(field: FieldDefinition, isRequired: boolean): ValueFault | undefined {
  if (field.default !== null || !isRequired) return undefined;
  return { message: 'the member is required', hint: 'Remove "default", or the name from "required".' };
}

/** Checks that values of `enum` and `const` fit the keywords beside them, inside of objects and lists too. */
function checkAllowed(owner: FieldOwner, findFault: FindFault): void {
  const fields = new Map<JsonSchemaNode, FieldDefinition>(fieldsOf(owner).map(({ field }) => [field, field]));
  for (const { node, place } of allNodes(owner)) {
    const { enum: values = [], const: only, ...rules } = node;
    const field = fields.get(node);
    const types = typesOf(node);
    const named = values.map((value, index) => [value, place.below('enum', index)] as const);
    if (only !== undefined) named.push([only, place.below('const')]);
    for (const [value, at] of named) {
      // A value of another type is reported as that.
      if (value === null || (types.length > 0 && !isOfSomeType(value, types))) continue;
      const isJudged = field?.['x-constraints'] !== undefined;
      const fault = findFault(rules, value, owner) ?? (isJudged ? faultOfRules(field, value) : undefined);
      if (fault !== undefined)
        at.report(`The value ${JSON.stringify(value)} can never be written: ${fault.message}.`, fault.hint);
    }
  }
}
