import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { isPlainObject } from '../../../kernel/validation/constraints/read-value.js';
import type { SubmittedValue } from './compiled-form.js';
import {
  beginNode,
  createNode,
  echoNode,
  isEmptyNode,
  refuse,
  submitNode,
  type Extent,
  type Node,
  type NodeBehaviour,
  type NodePlan,
} from './node.js';
import { sentMembers } from './sent-value.js';
import type { MessageText } from '../../../kernel/contract/message.js';

export const EXTRA_FIELDS: MessageText = { message: 'This form should not contain extra fields.' };

export interface CompoundOptions {
  /** Null: the data is null if nothing was filled in. */
  readonly emptyData?: JsonValue | undefined;
  /** The fields belong to the data of the parent. */
  readonly inheritsData?: boolean | undefined;
}

/** Creates a form or nested form: an object with a member for every field. */
export function compoundField(plans: readonly NodePlan[], options: CompoundOptions = {}): NodeBehaviour {
  const { emptyData, inheritsData = false } = options;
  const standIn = isPlainObject(emptyData) ? emptyData : {};
  return {
    inheritsData,
    begin(node, initial) {
      node.data = isPlainObject(initial) ? initial : null;
      node.children = plans.map((plan) => beginNode(createNode(plan, node), initialOf(plan, dataOf(node))));
    },
    submit(node, sent, extent) {
      if (!submitChildren(node, sent, extent)) return refuse(node);
      const submitted = Object.fromEntries(node.children.flatMap(membersOf));
      const isNull = emptyData === null && node.children.every(isEmptyNode);
      node.data = isNull ? null : { ...standIn, ...dataOf(node), ...submitted };
    },
    value: (node) => (inheritsData || node.data === null ? undefined : echoNode(node)),
    echo: echoCompound,
    isEmpty: (node) => node.children.every(isEmptyNode),
    child: findChild,
  };
}

/**
 * Submits each child and reports unknown fields. Returns false without submitting any child if the value is not an
 * object.
 */
export function submitChildren(node: Node, sent: SubmittedValue, extent: Extent): boolean {
  const members = sentMembers(sent);
  if (members === undefined) return false;
  for (const child of node.children) {
    if (extent === 'whole' || members.has(child.name)) {
      submitNode(child, members.get(child.name) ?? null, extent);
      members.delete(child.name);
    }
  }
  if (members.size > 0 && !node.plan.settings.allowsExtraFields) node.problems.push(EXTRA_FIELDS);
  return true;
}

function initialOf({ behaviour, settings }: NodePlan, data: Readonly<Record<string, unknown>>): unknown {
  if (behaviour.inheritsData === true) return data;
  return settings.isMapped && Object.hasOwn(data, settings.property) ? data[settings.property] : null;
}

/** Returns the children with a member in their parent's data, including those of forms that inherit the data. */
function mappedNodes(node: Node): readonly Node[] {
  const { behaviour, settings } = node.plan;
  if (behaviour.inheritsData === true) return node.children.flatMap(mappedNodes);
  return settings.isMapped && node.isConverted && (node.isSubmitted || node.data !== null) ? [node] : [];
}

function membersOf(child: Node): readonly (readonly [string, unknown])[] {
  return mappedNodes(child).map(({ data, plan }) => [plan.settings.property, data]);
}

function dataOf({ data }: Node): Readonly<Record<string, unknown>> {
  return isPlainObject(data) ? data : {};
}

/** Serializes the data. An empty object is `[]` on the wire. */
function echoCompound(node: Node): JsonValue {
  if (node.data === null) return null;
  const fields = node.children
    .flatMap(mappedNodes)
    .map((child) => [child.plan.settings.property, echoNode(child)]);
  // Members from the definition are already JSON.
  const shown: JsonObject = { ...(dataOf(node) as JsonObject), ...Object.fromEntries(fields) };
  return Object.keys(shown).length === 0 ? [] : shown;
}

/** Finds a field by its name in the data, or an unmapped field by its own name. */
function findChild(node: Node, property: string): Node | undefined {
  for (const child of node.children) {
    const { behaviour, settings } = child.plan;
    const found = behaviour.inheritsData === true ? findChild(child, property) : undefined;
    if (found !== undefined) return found;
    if ((settings.isMapped ? settings.property : child.name) === property) return child;
  }
  return undefined;
}
