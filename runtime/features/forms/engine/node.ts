import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { CompiledConstraints } from '../../../kernel/validation/constraint-notation.js';
import type { SubmitOptions, SubmittedValue } from './compiled-form.js';
import type { Names } from './names.js';
import type { NodeSettings } from './node-settings.js';
import type { MessageText } from '../../../kernel/contract/message.js';
import type { Violation } from '../../../kernel/contract/records/validation.js';

/** The static part of a field, shared by all of its nodes. */
export interface NodePlan {
  readonly name: string;
  readonly settings: NodeSettings;
  readonly behaviour: NodeBehaviour;
  /** Absent without constraints. */
  readonly check: CompiledConstraints | undefined;
}

export type Extent = SubmitOptions['extent'];

/** Behaviour of the nodes of a field type: accepting and displaying values. */
export interface NodeBehaviour {
  /** Sets the initial data, the displayed value and the children. */
  begin(node: Node, initial: unknown): void;
  /** Accepts the sent value, or null for none: sets data and displayed value, or marks the conversion as failed. */
  submit(node: Node, sent: SubmittedValue, extent: Extent): void;
  /** Returns `vars.value`; undefined omits it. */
  value(node: Node): JsonValue | undefined;
  /** Returns the data for the `value` of a compound parent. Default: the data, for types whose data is JSON. */
  echo?(node: Node): JsonValue;
  /** Returns additional vars of this type. */
  vars?(node: Node): JsonObject;
  /** Returns whether the node was left empty. Default: it has no data. */
  isEmpty?(node: Node): boolean;
  /** The values of the children belong to the data of the parent. */
  readonly inheritsData?: boolean;
  /** `[]` for fields that send several values under one name. */
  readonly fullNameSuffix?: string;
  /** Returns the child node for a property; absent if no child shows errors of its own. */
  child?(node: Node, property: string): Node | undefined;
  /** Returns the node that shows the errors of this one; by default itself. */
  errorsAt?(node: Node): Node;
  /** Returns display-only nodes: the choices of an expanded list. */
  shownChildren?(node: Node, names: Names): readonly JsonObject[];
  prototype?(node: Node): Node;
}

/** An error of a node, with the expected format. */
export type NodeError = MessageText & Partial<Pick<Violation, 'hint' | 'code'>>;

/** A node of a form tree, created for a request and modified by its submission. */
export interface Node {
  readonly plan: NodePlan;
  readonly parent: Node | undefined;
  /** Entries of a list are renumbered when others are removed. */
  name: string;
  help: string | undefined;
  readonly isDisabled: boolean;
  readonly isRequired: boolean;
  /** Children in the order of their declaration. */
  children: readonly Node[];
  isSubmitted: boolean;
  /** Whether the sent value was converted to the type. */
  isConverted: boolean;
  /** The value of the field in the submitted data; null for an empty field. */
  data: unknown;
  /** The value as displayed to clients; null for none. */
  shown: JsonValue;
  /** Problems found while reading the submission, other than failed conversions. */
  readonly problems: MessageText[];
  readonly errors: NodeError[];
  /** Time of the request, on which year choices depend. */
  readonly now: Date;
  /** Remaining number of collection entries, shared by all nodes of the tree. */
  readonly room: { entries: number };
}

/**
 * Maximum number of entries that a submission can add, in all collections of a form together. An anonymous body of one
 * mebibyte could name several hundred thousand, each with its own tree in the response.
 */
export const MAX_ENTRIES = 1000;

/** Creates the root of a tree. */
export function createRoot(plan: NodePlan, now: Date): Node {
  return makeNode(plan, { name: plan.name, parent: undefined, now, room: { entries: MAX_ENTRIES } });
}

export function createNode(plan: NodePlan, parent: Node, name = plan.name): Node {
  return makeNode(plan, { name, parent, now: parent.now, room: parent.room });
}

function makeNode(plan: NodePlan, around: Pick<Node, 'name' | 'parent' | 'now' | 'room'>): Node {
  const { settings } = plan;
  const { name, parent, now, room } = around;
  // Members are listed explicitly: creating nodes by spreading another object is ten times slower than the rest of a
  // tree.
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

/** Sets the initial value of a node: the value in its definition, otherwise the given one. */
export function beginNode(node: Node, initial: unknown): Node {
  const { data } = node.plan.settings;
  node.plan.behaviour.begin(node, data === undefined ? (initial ?? null) : data);
  return node;
}

/** Submits a value. Disabled nodes retain their initial value, whatever was sent; buttons have none. */
export function submitNode(node: Node, sent: SubmittedValue, extent: Extent): void {
  if (node.plan.settings.isButton) return;
  node.isSubmitted = true;
  if (!node.isDisabled) node.plan.behaviour.submit(node, sent, extent);
}

/** Marks the conversion as failed. `shown` remains displayed, so that the user can correct it. */
export function refuse(node: Node, shown: JsonValue = null): void {
  node.isConverted = false;
  node.data = null;
  node.shown = shown;
}

export function echoNode(node: Node): JsonValue {
  const { echo } = node.plan.behaviour;
  // Types whose data is not JSON determine the displayed value themselves.
  return echo === undefined ? ((node.data ?? null) as JsonValue) : echo(node);
}

export function isEmptyNode(node: Node): boolean {
  const { isEmpty } = node.plan.behaviour;
  return isEmpty === undefined ? isEmptyValue(node.data) : isEmpty(node);
}

/** Returns whether a value counts as empty, including false, the value of an unchecked box. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || value === '' || value === false;
}
