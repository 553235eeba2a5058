import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rolesOf, syncedRoles } from '../../../../../runtime/features/openid-connect/map-roles.js';
import { expandRoles } from '../../../../../runtime/kernel/authorization/role-hierarchy.js';

const rule = (claim: string, value: string, role = 'ROLE_A') => ({ claim, value, role });

const pattern = (claim: string, text: string) => ({ claim, pattern: text, role: 'ROLE_A' });

describe('roles of a provider', () => {
  test.each<{ by: string; claims: object; rules: readonly object[]; want: readonly string[] }>([
    { by: 'a text', claims: { group: 'a' }, rules: [rule('group', 'a')], want: ['ROLE_A'] },
    { by: 'a list', claims: { groups: ['b', 'a'] }, rules: [rule('groups', 'a')], want: ['ROLE_A'] },
    { by: 'a part of a text', claims: { group: 'ab' }, rules: [rule('group', 'a')], want: [] },
    {
      by: 'a path',
      claims: { realm: { roles: ['a'] } },
      rules: [rule('realm.roles', 'a')],
      want: ['ROLE_A'],
    },
    {
      by: 'a name with dots',
      claims: { 'a://b.c/r': 'a' },
      rules: [rule('a://b.c/r', 'a')],
      want: ['ROLE_A'],
    },
    { by: 'a flag', claims: { staff: true }, rules: [rule('staff', 'true')], want: ['ROLE_A'] },
    { by: 'an object', claims: { group: { a: 1 } }, rules: [rule('group', 'a')], want: [] },
    { by: 'what objects inherit', claims: {}, rules: [pattern('constructor.name', '.*')], want: [] },
    { by: 'a part that a pattern is', claims: { group: 'xab' }, rules: [pattern('group', 'a.')], want: [] },
    { by: 'a pattern', claims: { group: 'ab' }, rules: [pattern('group', 'a.')], want: ['ROLE_A'] },
    { by: 'two rules', claims: { g: ['a', 'b'] }, rules: [rule('g', 'a'), rule('g', 'b')], want: ['ROLE_A'] },
  ])('by $by', ({ claims, rules, want }) => {
    // Rules of the settings, with the members of each.
    expect(rolesOf(claims as never, { roles: rules as never })).toEqual(want);
  });

  test('change only roles of the mapping, and keep the others', () => {
    const names = ['ROLE_USER', 'ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_A', 'ROLE_B'];
    const some = fc.subarray(names);
    fc.assert(
      fc.property(
        some,
        some,
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        (stored, mapped, gives) => {
          const given = mapped.filter((_role, index) => gives[index]);
          const roles = mapped.map((role) => rule('g', 'x', role));
          const synced = syncedRoles(stored, given, { roles }) ?? stored;
          const kept = stored.filter((role) => !mapped.includes(role));
          expect(expandRoles(synced)).toEqual(new Set(expandRoles([...kept, ...given])));
        },
      ),
    );
  });

  test('that do not change write nothing', () => {
    expect(syncedRoles(['ROLE_A'], ['ROLE_A'], { roles: [rule('g', 'x')] })).toBeUndefined();
    expect(syncedRoles([], [], { roles: [] })).toBeUndefined();
  });
});
