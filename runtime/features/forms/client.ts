import { createSchema, type ClientSchema } from '../../client/schema.js';
import type { FormConstraint, FormDefinition } from '../../kernel/contract/schema/forms.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { Violation } from '../../kernel/contract/records/validation.js';
import type { CompiledConstraints } from '../../kernel/validation/constraint-notation.js';
import { isPlainObject } from '../../kernel/validation/constraints/read-value.js';
import type { SubmittedValues } from './engine/compiled-form.js';
import type { FieldTypes } from './engine/field-type.js';
import { validateNode } from './engine/judge-node.js';
import { beginNode, createRoot, type Node, submitNode } from './engine/node.js';
import { planForm } from './engine/plan-form.js';
import { wrongType } from '../../kernel/validation/wrong-type.js';

export * from './engine/field-types.js';

/** A form type as a front end has it. */
export interface ClientForm {
  /** Functions stand in the place of its constraints; what only the server reads of it is left out. */
  readonly definition: FormDefinition;
  /** The key of a body that holds the submission; empty where the fields stand at the top level. */
  readonly rootName: string;
  /** Forms that its fields have as their type. */
  readonly forms: readonly FormDefinition[];
  /** Lists of field types that have those of its fields. */
  readonly fieldTypes: readonly FieldTypes[];
}

/** The schema of the bodies that submit a form: converted and judged as on the server, spam screening and handlers apart. */
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

/** Where a definition has constraints, that of a front end has the functions that check them. */
function callAll(constraints: readonly FormConstraint[]): CompiledConstraints {
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
