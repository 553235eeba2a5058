import type { JsonObject } from '../contract/json.js';
import type { Violation } from '../contract/records/validation.js';
import { validationFailed } from '../errors/catalog.js';
import { createViolationList } from '../validation/violation-list.js';
import { violationAt } from '../validation/violation-at.js';
import { storedMembers } from './define-system-resource.js';
import type { ReadMember, SystemMembers } from './system-members.js';

/** Readers that replace those of the declaration, because they depend on the feature. */
export type MemberReaders<Stored> = { readonly [Name in keyof Stored]?: ReadMember<Stored[Name]> };

export interface ReadingDeps<Stored> {
  readonly members: SystemMembers;
  readonly readers?: MemberReaders<Stored> | undefined;
  readonly now: Date;
}

/**
 * Reads the members that a body of this kind may contain, in the order of the declaration. A change contains only the sent
 * members. Other members are ignored.
 */
export async function readMembers<Stored>(
  body: JsonObject,
  kind: 'create' | 'change',
  { members, readers = {}, now }: ReadingDeps<Stored>,
): Promise<{ readonly values: Partial<Stored>; readonly violations: readonly Violation[] }> {
  const violations = createViolationList();
  const values: Record<string, unknown> = {};
  const given = readers as Readonly<Record<string, ReadMember<unknown> | undefined>>; // Keyed by member.
  for (const [name, member] of storedMembers(members)) {
    const { sent } = member;
    const isRead = kind === 'create' ? sent !== 'never' : sent === 'always' && Object.hasOwn(body, name);
    if (!isRead) continue;
    const read = given[name] ?? member.read.bind(member);
    const value = await read(body[name], {
      now,
      report(text, code = null, entry = ''): undefined {
        violations.add(violationAt(`${name}${entry}`, text, code));
      },
    });
    if (value !== undefined) values[name] = value;
  }
  return { values: values as Partial<Stored>, violations: violations.items }; // As the readers return them.
}

/** Reads a body. @throws AppError 422 with all violations */
export async function readValidMembers<Stored>(
  body: JsonObject,
  kind: 'create' | 'change',
  deps: ReadingDeps<Stored>,
): Promise<Partial<Stored>> {
  const { values, violations } = await readMembers(body, kind, deps);
  if (violations.length > 0) throw validationFailed(violations);
  return values;
}
