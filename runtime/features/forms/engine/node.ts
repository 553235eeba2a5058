import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { CompiledConstraints } from '../../../kernel/validation/constraint-notation.js';
import type { SubmitOptions, SubmittedValue } from './compiled-form.js';
import type { Names } from './names.js';
import type { NodeSettings } from './node-settings.js';
import type { MessageText } from '../../../kernel/contract/message.js';
import type { Violation } from '../../../kernel/contract/records/validation.js';

/** The facts of a field that are known before any request; shared by all nodes made of it. */
export interface NodePlan {
  readonly name: string;
  readonly settings: NodeSettings;
  readonly behaviour: NodeBehaviour;
  /** Absent where nothing is asked of the value. */
  readonly check: CompiledConstraints | undefined;
}

export type Extent = SubmitOptions['extent'];

/** How the nodes of a field type take a value and show it. */
export interface NodeBehaviour {
  /** Sets the initial data, what is shown of it, and the children. */
  begin(node: Node, initial: unknown): void;
  /** Takes what was sent, null for nothing: sets data and what is shown, or that it could not be converted. */
  submit(node: Node, sent: SubmittedValue, extent: Extent): void;
  /** `vars.value`; undefined leaves it out. */
  value(node: Node): JsonValue | undefined;
  /** The data as the `value` of a compound parent shows it; default: the data, for types whose data is JSON. */
  echo?(node: Node): JsonValue;
  /** Vars that only this type has. */
  vars?(node: Node): JsonObject;
  /** Whether nobody filled the node in; default: it holds no data. */
  isEmpty?(node: Node): boolean;
  /** The children's values stand in the data of the parent. */
  readonly inheritsData?: boolean;
  /** `[]` for fields that send several values under one name. */
  readonly fullNameSuffix?: string;
  /** The node that a property leads to; absent when no node below shows errors of its own. */
  child?(node: Node, property: string): Node | undefined;
  /** The node that shows the errors of this one; itself by default. */
  errorsAt?(node: Node): Node;
  /** Nodes that are only shown: the choices of an expanded list. */
  shownChildren?(node: Node, names: Names): readonly JsonObject[];
  prototype?(node: Node): Node;
}

/** An error of a node, with what names its expected form. */
export type NodeError = MessageText & Partial<Pick<Violation, 'hint' | 'code'>>;

/** One node of one tree: made for a request, and changed by its submission. */
export interface Node {
  readonly plan: NodePlan;
  readonly parent: Node | undefined;
  /** Entries of a list are numbered anew when others are removed. */
  name: string;
  help: string | undefined;
  readonly isDisabled: boolean;
  readonly isRequired: boolean;
  /** Children in the order of their declaration. */
  children: readonly Node[];
  isSubmitted: boolean;
  /** Whether the sent value could be converted to the type. */
  isConverted: boolean;
  /** The value of the field in the submitted data; null for an empty field. */
  data: unknown;
  /** The value as a client sees it; null for nothing. */
  shown: JsonValue;
  /** Found while the submission was read, beside what could not be converted. */
  readonly problems: MessageText[];
  readonly errors: NodeError[];
  /** The moment of the request, which choices of years follow. */
  readonly now: Date;
  /** How many entries the collections of the tree may still get; shared by all its nodes. */
  readonly room: { entries: number };
}

/**
 * Entries that one submission may add, in all collections of a form together: an anonymous body of a mebibyte could name
 * several hundred thousand, and each is a tree of its own to answer.
 */
export const MAX_ENTRIES = 1000;

/** The root of a tree. */
export function createRoot(plan: NodePlan, now: Date): Node {
  return makeNode(plan, { name: plan.name, parent: undefined, now, room: { entries: MAX_ENTRIES } });
}

export function createNode(plan: NodePlan, parent: Node, name = plan.name): Node {
  return makeNode(plan, { name, parent, now: parent.now, room: parent.room });
}

function makeNode(plan: NodePlan, around: Pick<Node, 'name' | 'parent' | 'now' | 'room'>): Node {
  const { settings } = plan;
  const { name, parent, now, room } = around;
  // Written out: nodes that begin as a copy of another object are slow to make, ten times slower than the rest of a tree.
  return {
    plan,
    name,
    parent,
    now,
    room,
    help: settings.help,
    isDisabled: settings.isDisabled || (parent?.isDisabled ?? false),
    isRequired: settings.isRequired && (parent?.isRequired ?? true),
    children: [],
    isSubmitted: false,
    isConverted: true,
    data: null,
    shown: null,
    problems: [],
    errors: [],
  };
}

/** A node with its initial value: that of its own definition, or else the one given. */
export function beginNode(node: Node, initial: unknown): Node {
  const { data } = node.plan.settings;
  node.plan.behaviour.begin(node, data === undefined ? (initial ?? null) : data);
  return node;
}

/** A node that people cannot change keeps its initial value, whatever was sent; buttons have none. */
export function submitNode(node: Node, sent: SubmittedValue, extent: Extent): void {
  if (node.plan.settings.isButton) return;
  node.isSubmitted = true;
  if (!node.isDisabled) node.plan.behaviour.submit(node, sent, extent);
}

/** `shown` stays visible, so that people can mend it. */
export function refuse(node: Node, shown: JsonValue = null): void {
  node.isConverted = false;
  node.data = null;
  node.shown = shown;
}

export function echoNode(node: Node): JsonValue {
  const { echo } = node.plan.behaviour;
  // Types whose data is no JSON say themselves what may be shown of it.
  return echo === undefined ? ((node.data ?? null) as JsonValue) : echo(node);
}

export function isEmptyNode(node: Node): boolean {
  const { isEmpty } = node.plan.behaviour;
  return isEmpty === undefined ? isEmptyValue(node.data) : isEmpty(node);
}

/** Whether a value counts as empty; false does, as the value of an unticked box. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === '' || value === false;
}
