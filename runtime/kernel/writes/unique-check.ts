import type { TransactionSession } from '../contract/database/database.js';
import type { PendingWrite } from '../contract/records/writes.js';
import type { UniqueDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { hasUniqueKey, takenViolation, uniqueRules } from '../metadata/unique-rules.js';
import type { RecordReader } from '../records/record-reader.js';
import { isSameValue } from '../records/record-diff.js';
import { holdValues } from '../records/unique-locks.js';
import { claimValue } from './unique-exchanges.js';
import { findTaker } from './unique-taker.js';

/**
 * Checks UniqueEntity rules: one lookup per rule with changed fields. Nulls never clash. If the unit of work
 * may swap values, a taken value is checked at its end.
 */
export async function checkUnique(
  write: PendingWrite,
  resource: RegisteredResource,
  { reader, session }: UniqueCheckUse,
): Promise<void> {
  const select = reader.select(resource.name);
  const isReadable = ({ fields }: UniqueDescriptor): boolean =>
    !write.violations.items.some(({ propertyPath }) => fields.includes(propertyPath));
  const concerned = uniqueRules(resource).filter(
    (rule) => concerns(write, rule.fields, resource) && isReadable(rule),
  );
  const unkeyed = concerned.filter((rule) => !hasUniqueKey(rule, resource));
  await holdValues(
    unkeyed.map(({ fields }) => ({ fields, values: write.values })),
    resource,
    session,
  );
  for (const rule of concerned) {
    // A previous rule may have rejected the field.
    const taker = isReadable(rule) ? await findTaker(write, rule, { select, session }) : undefined;
    if (taker === undefined) continue;
    const claim = { type: resource.name, id: write.id, rule };
    const hasKey = hasUniqueKey(rule, resource);
    if (!(await claimValue({ claim, taker, hasKey }, { reader, session })))
      write.violations.add(takenViolation(rule));
  }
}

/**
 * Checks new records of one type. One statement per unique text field determines whether the records must be
 * checked individually.
 */
export async function checkUniqueTogether(
  writes: readonly PendingWrite[],
  resource: RegisteredResource,
  use: UniqueCheckUse,
): Promise<void> {
  for (const rule of uniqueRules(resource)) {
    if (!(await mayBeTaken(writes, rule, { ...use, resource }))) continue;
    for (const write of writes) await checkUnique(write, resource, use);
    return;
  }
}

/** Returns false if no stored record has any of the values. Only single text fields are compared in bulk. */
async function mayBeTaken(
  writes: readonly PendingWrite[],
  { fields: [name = '', ...others] }: UniqueDescriptor,
  { resource, reader, session }: UniqueCheckUse & { readonly resource: RegisteredResource },
): Promise<boolean> {
  const field = resource.field(name);
  if (others.length > 0 || field?.kind !== 'scalar' || field.type !== 'string') return true;
  if (resource.baseFields.some((base) => base.name === name)) return true;
  const texts = writes.map(({ values }) => values[name]).filter((value) => typeof value === 'string');
  const expression = reader.select(resource.name).expression(name);
  const sql = `select t.id as id from ${session.table(resource.table)} t where ${session.dialect.anyOf(expression, 'texts', 'string')} limit 1`;
  return texts.length > 0 && (await session.first(sql, { texts })) !== undefined;
}

export interface UniqueCheckUse {
  readonly reader: Pick<RecordReader, 'select' | 'find' | 'findLocked'>;
  readonly session: TransactionSession;
}

function concerns(
  { before, values }: PendingWrite,
  fields: readonly string[],
  resource: RegisteredResource,
): boolean {
  if (fields.some((name) => values[name] == null)) return false;
  if (before === null) return true;
  return fields.some((name) => {
    const field = resource.field(name);
    return field !== undefined && !isSameValue(field, before.values[name], values[name]);
  });
}
