import { createSchema, type ClientSchema } from '../../client/schema.js';
import type { FormDefinition } from '../../extension-points/forms/form-definition.js';
import type { ConstraintNotation } from '../../kernel/contract/schema/constraints.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import type { CompiledConstraints } from '../../kernel/validation/constraint-notation.js';
import { isPlainObject } from '../../kernel/validation/constraints/read-value.js';
import type { SubmittedValues } from './engine/compiled-form.js';
import type { FieldTypes } from './engine/field-type.js';
import { validateNode } from './engine/validate-node.js';
import { beginNode, createRoot, type Node, submitNode } from './engine/node.js';
import { planForm } from './engine/plan-form.js';
import { wrongType } from '../../kernel/validation/wrong-type.js';

export * from './engine/field-types.js';

/** A form type in a front end. */
export interface ClientForm {
  /** The form definition with check functions instead of constraints, and without members that only the server uses. */
  readonly definition: FormDefinition;
  /** Key of the body that contains the submission; empty if the fields are at the top level. */
  readonly rootName: string;
  /** Form types that fields refer to. */
  readonly forms: readonly FormDefinition[];
  /** Field types used by the form. */
  readonly fieldTypes: readonly FieldTypes[];
}

/**
 * Creates the schema of bodies that submit a form. Converts and validates like the server, except for spam screening
 * and handlers.
 */
export function formSchema(schema: JsonObject, form: ClientForm): ClientSchema {
  const { definition, rootName, forms, fieldTypes } = form;
  const byName = new Map(forms.map((each) => [each.name, each]));
  const plan = planForm(definition, {
    definitions: { get: (type) => byName.get(type.slice(type.lastIndexOf('\\') + 1)) },
    fieldTypes: new Map(fieldTypes.flat()),
    checkOf: callAll,
  });
  return createSchema(schema, (body) => {
    const sent = rootName === '' ? body : body[rootName];
    if (!isPlainObject(sent)) return [{ propertyPath: rootName, ...wrongType('object'), code: null }];
    const root = beginNode(createRoot(plan, new Date()), null);
    // Bodies are JSON.
    submitNode(root, sent as SubmittedValues, 'whole');
    const caller = { groups: new Set(['Default']), now: root.now, user: null, isGranted: () => false };
    validateNode(root, { ...caller, object: root.data });
    return errorsOf(root, rootName);
  });
}

/** Runs the check functions that a front end has instead of constraints. */
function callAll(constraints: readonly ConstraintNotation[]): CompiledConstraints {
  const checks = constraints as unknown as readonly CompiledConstraints[];
  return (subject, context) => {
    for (const check of checks) check(subject, context);
  };
}

function errorsOf(node: Node, propertyPath: string): readonly Violation[] {
  const own = node.errors.map(({ message }) => ({ propertyPath, message, code: null }));
  const below = node.children.flatMap((child) =>
    errorsOf(child, propertyPath === '' ? child.name : `${propertyPath}.${child.name}`),
  );
  return [...own, ...below];
}
