import type {
  FormDefinition,
  FormFieldDefinition,
} from '../../../../../../runtime/extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../../../../runtime/kernel/contract/json.js';
import type {
  CompiledForm,
  ShownForm,
  SubmittedValues,
} from '../../../../../../runtime/features/forms/engine/compiled-form.js';
import { compileForm } from '../../../../../../runtime/features/forms/engine/compile-form.js';
import type { CompileOptions } from '../../../../../../runtime/features/forms/engine/compile-form.js';
import type { Submission } from '../../../../../../runtime/extension-points/forms/form-flow.js';

export const context = { groups: new Set(['Default']), now: new Date(), isGranted: () => false };
export const shown: ShownForm = { action: 'https://cms.test/component/forms/1/submit' };

/** A form type named `FType`, so that its root name is `f`. */
export function aForm(
  fields: readonly FormFieldDefinition[],
  more: Partial<FormDefinition> = {},
  options: Partial<CompileOptions> = {},
): CompiledForm {
  return compileForm({ name: 'FType', ...more, fields }, { definitions: new Map(), ...options });
}

type Body = JsonObject | SubmittedValues;

export function post(form: CompiledForm, sent: JsonValue | SubmittedValues): Submission {
  return form.submit(bodyOf(form, sent), { extent: 'whole', shown, context });
}

export function patch(form: CompiledForm, sent: JsonValue | SubmittedValues): Submission {
  return form.submit(bodyOf(form, sent), { extent: 'partial', shown, context });
}

function bodyOf({ rootName }: CompiledForm, sent: JsonValue | SubmittedValues): Body {
  return (rootName === '' ? sent : { [rootName]: sent }) as Body;
}

export interface TreeNode {
  readonly vars: Readonly<Record<string, JsonValue>>;
  readonly children: readonly TreeNode[];
  readonly prototype?: TreeNode;
}

/** Returns the tree, or the node at a path of names. */
export function nodeOf(tree: JsonObject, ...names: readonly string[]): TreeNode {
  let node = tree as unknown as TreeNode;
  for (const name of names) {
    const child = node.children.find(({ vars }) => vars.name === name);
    if (child === undefined) throw new Error(`No node "${name}" in ${JSON.stringify(node.vars.full_name)}.`);
    node = child;
  }
  return node;
}

/** Returns the messages of all nodes by full name, or by id if nodes share a name. */
export function errorsOf(tree: JsonObject): Readonly<Record<string, readonly string[]>> {
  const found: [string, readonly string[]][] = [];
  const visit = ({ vars, children }: TreeNode): void => {
    const errors = (vars.errors ?? []) as readonly string[];
    if (errors.length > 0) found.push([String(vars.full_name), errors]);
    children.forEach(visit);
  };
  visit(nodeOf(tree));
  return Object.fromEntries(found);
}
