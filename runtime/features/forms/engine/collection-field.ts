import type { JsonValue } from '../../../kernel/contract/json.js';
import type { SubmittedValue } from './compiled-form.js';
import { EXTRA_FIELDS } from './compound-field.js';
import type { FieldScope } from './field-scope.js';
import {
  beginNode,
  createNode,
  echoNode,
  isEmptyNode,
  MAX_ENTRIES,
  refuse,
  submitNode,
  type Extent,
  type Node,
  type NodeBehaviour,
  type NodePlan,
} from './node.js';
import { isNothing, sentMembers } from './sent-value.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';

const TOO_MANY = messageOf('This form should not contain more than {{ limit }} new entries.', {
  parameters: { limit: String(MAX_ENTRIES) },
});

/** Creates a list of fields of the same type (components.md section 5.5, "Collection details"). */
export function collectionField({ field, settings, planEntry }: FieldScope): NodeBehaviour {
  const { allow_add: allowsAdd = false, allow_delete: allowsDelete = false } = field;
  const { prototype: hasPrototype = true, prototype_name: prototypeName = '__name__' } = field;
  const { entry_type: type, entry_options: options } = field;
  const entry = planEntry({ ...(type === undefined ? {} : { type }), ...options, name: field.name });
  const rules: CollectionRules = {
    allowsAdd,
    allowsDelete,
    deletesEmpty: field.delete_empty ?? false,
    keepsList: field.keep_as_list ?? false,
  };
  return {
    begin(node, initial) {
      const isGiven = typeof initial === 'object' && initial !== null;
      const values = isGiven ? Object.entries(initial).filter(([name]) => isEntryName(name)) : [];
      node.data = isGiven ? values.map(([, value]) => value) : null;
      node.children = values.map(([name, value]) => beginNode(createNode(entry, node, name), value));
    },
    submit(node, sent, extent) {
      if (!submitEntries(node, { sent, extent, entry, rules })) return refuse(node);
      const isFilled = node.children.length > 0 || node.data !== null;
      node.data =
        isFilled || settings.emptyData === undefined ? node.children.map(dataOf) : settings.emptyData;
    },
    value: (node) => (node.data === null ? undefined : echoEntries(node)),
    echo: (node) => (node.data === null ? null : echoEntries(node)),
    vars: () => ({ allow_add: allowsAdd, allow_delete: allowsDelete }),
    isEmpty: (node) => node.children.length === 0,
    // Lists in the data have no gaps, so paths count the entries regardless of their names.
    child: (node, position) => (isEntryName(position) ? node.children[Number(position)] : undefined),
    ...(allowsAdd && hasPrototype
      ? { prototype: (node: Node) => beginNode(createNode(entry, node, prototypeName), null) }
      : {}),
  };
}

interface CollectionRules {
  readonly allowsAdd: boolean;
  readonly allowsDelete: boolean;
  readonly deletesEmpty: boolean;
  readonly keepsList: boolean;
}

interface SentEntries {
  readonly sent: SubmittedValue;
  readonly extent: Extent;
  readonly entry: NodePlan;
  readonly rules: CollectionRules;
}

/** Submits the entries of a list. Returns false if the value is not a list. */
function submitEntries(node: Node, { sent, extent, entry, rules }: SentEntries): boolean {
  const members = sentMembers(sent);
  if (members === undefined) return false;
  const existing = new Set(node.children);
  if (extent === 'whole' && rules.allowsDelete)
    node.children = node.children.filter(({ name }) => members.has(name));
  if (rules.allowsAdd) addEntries(node, members, entry);
  for (const child of node.children) {
    const value = members.get(child.name);
    members.delete(child.name);
    if (extent === 'whole') submitNode(child, value ?? null, extent);
    // An empty entry only reserves its number, so that the following entries retain theirs.
    else if (value !== undefined && !isNothing(value)) submitNode(child, value, extent);
  }
  if (members.size > 0 && !node.plan.settings.allowsExtraFields) node.problems.push(EXTRA_FIELDS);
  if (rules.deletesEmpty) {
    const isKept = (child: Node): boolean =>
      !child.isSubmitted ||
      !child.isConverted ||
      !isEmptyNode(child) ||
      (existing.has(child) && !rules.allowsDelete);
    node.children = node.children.filter(isKept);
  }
  if (rules.keepsList) for (const [index, child] of node.children.entries()) child.name = String(index);
  return true;
}

/**
 * Adds entries in the order of their numbers. Entries beyond the limit are removed from `members` without being read.
 */
function addEntries(node: Node, members: Map<string, SubmittedValue>, entry: NodePlan): void {
  const known = new Set(node.children.map(({ name }) => name));
  const wanted = [...members.keys()].filter((name) => isEntryName(name) && !known.has(name));
  const free = node.room.entries;
  node.room.entries -= Math.min(free, wanted.length);
  const added = wanted.slice(0, free).map((name) => beginNode(createNode(entry, node, name), null));
  for (const name of wanted.slice(free)) members.delete(name);
  if (wanted.length > free) node.problems.push(TOO_MANY);
  node.children = [...node.children, ...added].sort((left, right) => Number(left.name) - Number(right.name));
}

/** Returns whether a name is an index: without sign or leading zero, and small enough to be exact. */
function isEntryName(name: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(name);
}

const dataOf = ({ data }: Node): unknown => data;

/** Returns a list if the entries are numbered consecutively, otherwise an object. */
function echoEntries(node: Node): JsonValue {
  const isList = node.children.every(({ name }, index) => name === String(index));
  if (isList) return node.children.map(echoNode);
  return Object.fromEntries(node.children.map((child) => [child.name, echoNode(child)]));
}
