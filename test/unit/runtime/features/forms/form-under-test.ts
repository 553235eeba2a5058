import { compileForm } from '../../../../../runtime/features/forms/engine/compile-form.js';
import type {
  CompiledForm,
  SubmittedValue,
} from '../../../../../runtime/features/forms/engine/compiled-form.js';
import type {
  FormDefinition,
  FormFieldDefinition,
} from '../../../../../runtime/extension-points/forms/form-definition.js';

export interface Tree {
  readonly vars: Readonly<Record<string, unknown>>;
  readonly children: readonly Tree[];
  readonly prototype?: Tree;
  readonly rendered: boolean;
  readonly methodRendered: boolean;
}

export const ACTION = 'https://api.example.com/component/forms/1/submit';

export const EXTENTS = ['whole', 'partial'] as const;

type Extent = (typeof EXTENTS)[number];

/** Creates `ContactType` (root name `contact`) with these fields. */
export function formOf(
  fields: readonly FormFieldDefinition[],
  more: Partial<FormDefinition> = {},
  others: readonly FormDefinition[] = [],
): CompiledForm {
  const definitions = new Map(others.map((other) => [other.name, other]));
  return compileForm({ name: 'ContactType', fields, ...more }, { definitions });
}

export function viewOf(form: CompiledForm): Tree {
  return asTree(form.view({ action: ACTION }));
}

/** Result of a submission, as returned by the API. */
export interface Submitted {
  readonly tree: Tree;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isValid: boolean;
}

export function submit(
  form: CompiledForm,
  values: Readonly<Record<string, SubmittedValue>>,
  extent: Extent = 'whole',
): Submitted {
  const body = form.rootName === '' ? values : { [form.rootName]: values };
  return submitBody(form, body, extent);
}

export function submitBody(
  form: CompiledForm,
  body: Readonly<Record<string, SubmittedValue>>,
  extent: Extent = 'whole',
): Submitted {
  const context = { groups: new Set(['Default']), now: new Date(), isGranted: () => false };
  const submission = form.submit(body, { extent, shown: { action: ACTION }, context });
  return { tree: asTree(submission.view()), data: submission.data, isValid: submission.isValid() };
}

/** Returns the node under those names. */
export function nodeAt(tree: Tree, ...names: readonly string[]): Tree {
  return names.reduce((node, name) => {
    const child = node.children.find(({ vars }) => vars.name === name);
    if (child === undefined) throw new Error(`${String(node.vars.full_name)} has no child ${name}`);
    return child;
  }, tree);
}

export const errorsAt = (tree: Tree, ...names: readonly string[]): unknown =>
  nodeAt(tree, ...names).vars.errors;

/** Returns all vars of the field `contact[NAME]` before a submission, with those that its type adds or changes. */
export function varsOf(
  name: string,
  chain: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    name,
    full_name: `contact[${name}]`,
    id: `contact_${name}`,
    unique_block_prefix: `_contact_${name}`,
    block_prefixes: [...chain, `_contact_${name}`],
    disabled: false,
    attr: {},
    label_attr: {},
    required: true,
    valid: true,
    submitted: false,
    errors: [],
    action: '',
    ...more,
  };
}

/** Returns those vars except one, which the test checks separately. */
export function varsBut(
  name: string,
  vars: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(vars).filter(([key]) => key !== name));
}

export function node(vars: Readonly<Record<string, unknown>>, children: readonly Tree[] = []): Tree {
  return { vars, children, rendered: false, methodRendered: false };
}

/** Returns a tree as in JSON, without undefined members. */
function asTree(view: unknown): Tree {
  return JSON.parse(JSON.stringify(view)) as Tree;
}
