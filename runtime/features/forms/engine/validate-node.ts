import type { Violation } from '../../../kernel/contract/records/validation.js';
import type { ConstraintContext } from '../../../kernel/validation/constraint-notation.js';
import { createViolationList } from '../../../kernel/validation/violation-list.js';
import type { Node, NodeError } from './node.js';

/** Returns whether the node has a value that constraints can validate. */
export const isEvaluated = ({ isSubmitted, isConverted }: Node): boolean => isSubmitted && isConverted;

/** Returns whether neither the node nor a descendant has an error. */
export function isValidNode(node: Node): boolean {
  return node.errors.length === 0 && node.children.every(isValidNode);
}

/**
 * Adds errors to the node and its descendants in the order of components.md section 5.6: conversion, extra fields,
 * field constraints, form constraints. Fields that were not sent are not validated.
 */
export function validateNode(node: Node, context: ConstraintContext): void {
  if (!node.isSubmitted || node.isDisabled) return;
  if (!node.isConverted) validateUnconverted(node, context);
  for (const problem of node.problems) addError(node, problem);
  if (!node.isConverted) return;
  const { check } = node.plan;
  // In expressions, `this` is the form or entry that contains the field.
  const below = isForm(node) ? { ...context, this: node.data } : context;
  for (const child of node.children) validateNode(child, below);
  if (check === undefined) return;
  const violations = createViolationList();
  check({ violations, path: '', value: node.data }, below);
  for (const violation of violations.items) report(node, violation);
}

/** Reports only the innermost node that could not be converted, because its message is the most specific. */
function validateUnconverted(node: Node, context: ConstraintContext): void {
  const causes = node.children.filter(({ isConverted }) => !isConverted);
  const { invalidMessage: message, expected: hint } = node.plan.settings;
  if (causes.length === 0) addError(node, { message, ...(hint === undefined ? {} : { hint }) });
  for (const cause of causes) validateNode(cause, context);
}

/** Skips nodes that were not sent, and nodes with a conversion error. */
function report(node: Node, violation: Violation): void {
  const target = reportedNode(node, violation.propertyPath);
  if (target === node || isEvaluated(target)) addError(target, violation);
}

/** Returns whether the node is `this` in expressions: a form or nested form, not a list. */
function isForm({ plan, data }: Node): boolean {
  return plan.behaviour.child !== undefined && !Array.isArray(data);
}

/** Resolves a path below the node, otherwise among its siblings, as for members of a record. */
function reportedNode(node: Node, path: string): Node {
  const below = findNode(node, path);
  if (below !== node || path === '' || isForm(node)) return below;
  let form = node.parent;
  while (form !== undefined && !isForm(form)) form = form.parent;
  if (form === undefined) return node;
  const neighbour = findNode(form, path);
  return neighbour === form ? node : neighbour;
}

/** Adds an error to the node, or to the ancestor that its errors bubble to. */
export function addError(node: Node, error: NodeError): void {
  let target = node.plan.behaviour.errorsAt?.(node) ?? node;
  while (target.plan.settings.isBubbling && target.parent !== undefined) target = target.parent;
  target.errors.push(error);
}

/** Follows a property path (`children[0].name`) as far as possible and returns the last node. */
export function findNode(root: Node, path: string): Node {
  let node = root;
  for (const [property] of path.matchAll(/[^.[\]]+/g)) {
    const child = node.plan.behaviour.child?.(node, property);
    if (child === undefined) return node;
    node = child;
  }
  return node;
}
