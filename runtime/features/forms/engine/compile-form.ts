import type { FormDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { CallbackConstraint } from '../../../kernel/contract/records/validation.js';
import type { Submission } from '../../../extension-points/forms/form-flow.js';
import { isPlainObject } from '../../../kernel/validation/constraints/read-value.js';
import { formName } from '../notation/form-name.js';
import { formErrors } from '../errors.js';
import { SubmittedFile } from '../model/submitted-file.js';
import type { CompiledForm, ShownForm, SubmittedValues } from './compiled-form.js';
import { childNames, type Names, rootNames } from './names.js';
import { beginNode, createRoot, type Node, submitNode } from './node.js';
import { FIELD_TYPES } from './field-types.js';
import { addError, findNode, isEvaluated, isValidNode, validateNode } from './validate-node.js';
import { nodeCheck } from './node-check.js';
import { planForm, type PlanOptions } from './plan-form.js';
import { expectedFormat } from '../../../kernel/errors/expected-format.js';
import { textOf } from '../../../kernel/validation/violation-at.js';
import type { ResponseMessages } from '../../../kernel/contract/message.js';

export interface CompileOptions extends Pick<PlanOptions, 'definitions'> {
  /** Project functions for `Callback` constraints. */
  readonly constraints?: Readonly<Record<string, CallbackConstraint>>;
}

/**
 * Compiles a form type (components.md sections 5.2 to 5.6). Constraints, choices, type names and defaults are resolved
 * once.
 * @throws ProjectError for an invalid definition, InternalError for an unknown constraint; both name it.
 */
export function compileForm(definition: FormDefinition, options: CompileOptions): CompiledForm {
  const { definitions, constraints = {} } = options;
  const plan = planForm(definition, { definitions, fieldTypes: FIELD_TYPES, checkOf: nodeCheck });
  const rootName = definition['x-form-name'] ?? formName(definition.name);
  const names = rootNames(rootName);
  const flags: JsonObject = {
    api_disabled: definition.api_disabled ?? false,
    realtime_validate_disabled: definition.realtime_validate_disabled ?? false,
    ...(definition.post_app_proxy == null ? {} : { post_app_proxy: definition.post_app_proxy }),
  };
  const begin = (shown: ShownForm): Node =>
    withShown(beginNode(createRoot(plan, shown.now ?? new Date()), null), shown);
  const view = (root: Node, { action }: ShownForm, translate = inEnglish): JsonObject => {
    const tree = viewNode(root, names, translate);
    // The vars of a node are an object.
    const vars = tree.vars as JsonObject;
    return { ...tree, vars: { ...vars, action: definition.action ?? action, ...flags } };
  };

  return {
    definition,
    rootName,
    view: (shown) => view(begin(shown), shown),
    submit(body, { extent, shown, context }): Submission {
      const sent = readRoot(body, rootName);
      const root = begin(shown);
      submitNode(root, sent, extent);
      const data = isPlainObject(root.data) ? root.data : {};
      validateNode(root, { ...context, object: root.data, callbacks: { constraints, object: data } });
      return {
        isValid: () => isValidNode(root),
        data,
        addError: (path, text) => addError(findNode(root, path), textOf(text)),
        isEvaluated(path) {
          const node = findNode(root, path);
          return node !== root && isEvaluated(node);
        },
        view: (translate) => view(root, shown, translate),
      };
    },
  };
}

/** Overrides initial values and help texts of single fields. */
function withShown(root: Node, { data = {}, help = {} }: ShownForm): Node {
  for (const child of root.children) {
    if (Object.hasOwn(data, child.name)) child.plan.behaviour.begin(child, data[child.name]);
    if (Object.hasOwn(help, child.name)) child.help = help[child.name];
  }
  return root;
}

function readRoot(body: JsonObject | SubmittedValues, rootName: string): SubmittedValues {
  const sent: unknown = rootName === '' ? body : Object.hasOwn(body, rootName) ? body[rootName] : undefined;
  // A body has the same structure as a submission.
  if (isPlainObject(sent) && !(sent instanceof SubmittedFile)) return sent as SubmittedValues;
  throw formErrors.keyNotFound(rootName);
}

/** Returns a node with its descendants in the client format (components.md section 5.3). */
function viewNode(node: Node, names: Names, translate: Translate): JsonObject {
  const { behaviour } = node.plan;
  const prototype = behaviour.prototype?.(node);
  return {
    vars: varsOf(node, names, translate),
    children:
      behaviour.shownChildren?.(node, names) ??
      inOrder(node.children).map((child) => viewChild(child, names, translate)),
    ...(prototype === undefined ? {} : { prototype: viewChild(prototype, names, translate) }),
    rendered: false,
    methodRendered: false,
  };
}

function viewChild(node: Node, parent: Names, translate: Translate): JsonObject {
  const names = childNames(parent, node.name, node.plan.settings.isEntry ? 'entry' : node.name);
  return viewNode(node, names, translate);
}

function varsOf(node: Node, names: Names, translate: Translate): JsonObject {
  const { behaviour, settings } = node.plan;
  const value = node.parent === undefined ? undefined : behaviour.value(node);
  return {
    name: names.name,
    full_name: `${names.fullName}${behaviour.fullNameSuffix ?? ''}`,
    id: names.id,
    unique_block_prefix: names.uniqueBlockPrefix,
    block_prefixes: [...settings.blockPrefixes, names.uniqueBlockPrefix],
    disabled: node.isDisabled,
    ...settings.vars,
    ...(node.help === undefined ? {} : { help: node.help }),
    ...(settings.isButton ? {} : stateOf(node, translate)),
    action: '',
    ...(value === undefined || value === null ? {} : { value }),
    ...behaviour.vars?.(node),
  };
}

type Translate = ResponseMessages['translate'];

const inEnglish: Translate = ({ message }) => message;

function stateOf(node: Node, translate: Translate): JsonObject {
  const { isRequired, isSubmitted, errors } = node;
  const hints = errors.flatMap(({ hint, code = null }) => {
    const expected = expectedFormat({ code, ...(hint === undefined ? {} : { hint }) });
    return expected === undefined ? [] : [translate(expected)];
  });
  return {
    required: isRequired,
    valid: isValidNode(node),
    submitted: isSubmitted,
    errors: errors.map(translate),
    ...(hints.length === 0 ? {} : { error_hints: hints }),
  };
}

/** Sorts by descending priority, then by declaration. */
function inOrder(children: readonly Node[]): readonly Node[] {
  const isPlain = children.every(({ plan }) => plan.settings.priority === 0);
  return isPlain
    ? children
    : children.toSorted((left, right) => right.plan.settings.priority - left.plan.settings.priority);
}
