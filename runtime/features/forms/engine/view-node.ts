import type { JsonObject } from '../../../kernel/contract/json.js';
import { childNames, type Names } from './names.js';
import type { Node } from './node.js';

/** A node as clients read it, with all below it (components.md section 5.3). */
export function viewNode(node: Node, names: Names): JsonObject {
  const { behaviour } = node.plan;
  const prototype = behaviour.prototype?.(node);
  return {
    vars: varsOf(node, names),
    children:
      behaviour.shownChildren?.(node, names) ??
      inOrder(node.children).map((child) => viewChild(child, names)),
    ...(prototype === undefined ? {} : { prototype: viewChild(prototype, names) }),
    rendered: false,
    methodRendered: false,
  };
}

function viewChild(node: Node, parent: Names): JsonObject {
  return viewNode(node, childNames(parent, node.name, node.plan.settings.isEntry ? 'entry' : node.name));
}

function varsOf(node: Node, names: Names): JsonObject {
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
    ...(settings.isButton ? {} : stateOf(node)),
    action: '',
    ...(value === undefined || value === null ? {} : { value }),
    ...behaviour.vars?.(node),
  };
}

function stateOf(node: Node): JsonObject {
  const { isRequired, isSubmitted, errors } = node;
  return { required: isRequired, valid: isValidNode(node), submitted: isSubmitted, errors: [...errors] };
}

/** Whether neither the node nor one below it shows an error. */
export function isValidNode(node: Node): boolean {
  return node.errors.length === 0 && node.children.every(isValidNode);
}

/** Higher priorities first, and else as declared. */
function inOrder(children: readonly Node[]): readonly Node[] {
  const isPlain = children.every(({ plan }) => plan.settings.priority === 0);
  return isPlain
    ? children
    : children.toSorted((left, right) => right.plan.settings.priority - left.plan.settings.priority);
}
