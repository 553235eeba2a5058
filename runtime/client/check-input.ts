import type { JsonValue } from '../kernel/contract/json.js';
import type { FieldDescriptor, ValidationGroups } from '../kernel/contract/schema/resource.js';
import type { Validate, Violation, ViolationList } from '../kernel/contract/records/validation.js';
import { isPlainObject } from '../kernel/validation/constraints/read-value.js';
import { createViolationList } from '../kernel/validation/violation-list.js';
import { inFieldOrder, withoutEchoes } from '../kernel/validation/violation-order.js';
import { sentIri } from '../kernel/writes/sent-iri.js';
import { checkStorage } from '../kernel/writes/storage-check.js';
import { readTyped } from '../kernel/writes/typed-value.js';
import { wrongType } from '../kernel/validation/wrong-type.js';

/** A writable field, in the form available to front ends. */
export type InputField = FieldDescriptor & { readonly kind: 'scalar' | 'to-one' | 'inverse-one' | 'to-many' };

/** Rules of a type that need neither records nor a caller. */
export interface InputRules {
  readonly fields: readonly InputField[];
  /** Absent if no constraint of the type can be checked without the server. */
  readonly check?: Validate;
  /** Validation groups besides `Default`. */
  readonly groups: ValidationGroups;
  /** Date field that adds the publication groups when it is set. */
  readonly publication?: { readonly field: string; readonly groups: readonly string[] };
}

export interface InputOptions {
  /** True to validate only the sent fields: the others are stored on the server. */
  readonly isPatch: boolean;
  readonly now: Date;
}

/**
 * Returns the violations that the server would report, as far as they do not depend on its records. The same
 * functions check types, constraints and column limits (components.md section 9). Relations are checked by their form
 * only.
 */
export function checkInput(
  body: Readonly<Record<string, unknown>>,
  { fields, check, groups, publication }: InputRules,
  { isPatch, now }: InputOptions,
): readonly Violation[] {
  const violations = createViolationList();
  const isSent = (name: string): boolean => Object.hasOwn(body, name) && body[name] !== undefined;
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    values[field.name] = startOf(field, now);
    if (!isSent(field.name)) continue;
    // Bodies are JSON.
    const value = readMember(field, body[field.name] as JsonValue, { violations, now });
    if (value !== undefined) values[field.name] = value;
  }
  const unread = violations.items.map(({ propertyPath }) => propertyPath);
  const isPublished = publication !== undefined && values[publication.field] != null;
  const all = new Set([
    'Default',
    ...groups[isPatch ? 'update' : 'create'],
    ...(isPublished ? publication.groups : []),
  ]);
  check?.(values, { groups: all, violations, now, user: null, isGranted: () => false });
  checkStorage({ fields }, values, violations);
  const found = inFieldOrder(withoutEchoes(violations.items, unread), { fields });
  if (!isPatch) return found;
  // An object is merged with the stored one (RFC 7396), which only the server knows.
  const isWhole = (name: string): boolean => isSent(name) && !isPlainObject(body[name]);
  return found.filter(({ propertyPath }) => isWhole(memberOf(propertyPath)));
}

interface Reading {
  readonly violations: ViolationList;
  readonly now: Date;
}

function startOf(field: InputField, now: Date): unknown {
  if (field.kind === 'to-many') return [];
  if (field.kind !== 'scalar' || field.default == null) return null;
  return readMember(field, field.default, { violations: createViolationList(), now }) ?? field.default;
}

/** Returns undefined after adding a violation. */
function readMember(field: InputField, raw: JsonValue, { violations, now }: Reading): unknown {
  const refuse = (propertyPath: string, type: string): void =>
    violations.add({ propertyPath, ...wrongType(type) });
  if (field.kind === 'to-many') {
    if (!Array.isArray(raw)) return refuse(field.name, 'array');
    // `Array.isArray` does not narrow readonly arrays.
    const iris = (raw as readonly JsonValue[]).map(sentIri);
    iris.forEach((iri, index) => iri === undefined && refuse(`${field.name}[${index}]`, 'string'));
    return [...new Set(iris)];
  }
  if (raw === null) return null;
  if (field.kind !== 'scalar') return sentIri(raw) ?? refuse(field.name, 'string');
  return readTyped(field, raw, { stored: null, isPatch: false, violations, context: { now } });
}

const memberOf = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';
