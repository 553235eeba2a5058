import { describe, expect, test } from 'vitest';
import { assertCookieFits } from '../../../../runtime/features/realtime/subscribers/subscribers.js';
import { createHiddenReader } from '../../../../runtime/features/realtime/hidden-readers.js';
import { createExpressionGuard } from '../../../../runtime/kernel/authorization/expression-guard.js';
import { ANONYMOUS } from '../../../../runtime/kernel/contract/context.js';

const guard = createExpressionGuard();

describe('the draft readers with the fewest permissions', () => {
  const ADMIN = 'ROLE_ADMIN ROLE_USER';
  test.each([
    ["is_granted('ROLE_ADMIN')", [ADMIN]],
    ["is_granted('ROLE_SUPER_ADMIN')", ['ROLE_ADMIN ROLE_ALLOWED_TO_SWITCH ROLE_SUPER_ADMIN ROLE_USER']],
    ["is_granted('ROLE_EDITOR') or is_granted('ROLE_ADMIN')", [ADMIN, 'ROLE_EDITOR ROLE_USER']],
    ["is_granted('ROLE_EDITOR')", ['ROLE_EDITOR ROLE_USER']],
    ["is_granted('IS_AUTHENTICATED_FULLY')", ['ROLE_USER']],
    ["user.username == 'ann'", []],
  ])('by %s have the roles %j', (permission, roles) => {
    const { least } = createHiddenReader(permission, guard);
    expect(least.map((reader) => [...reader.roles].sort().join(' ')).sort()).toEqual(roles);
  });

  test('exclude anonymous users and users with fewer permissions', () => {
    const { isOne, least } = createHiddenReader("is_granted('ROLE_ADMIN')", guard);
    expect(isOne(ANONYMOUS)).toBe(false);
    for (const reader of least) {
      expect(isOne({ ...reader, roles: new Set(['ROLE_USER']) })).toBe(false);
      expect(isOne(reader)).toBe(true);
    }
  });
});

describe('a hub cookie with a pattern for each type', () => {
  const all = [{ name: 'Title', extensions: { realtime: {} } }, { name: 'Plain' }] as never;

  test.each([
    ['too many patterns', Array.from({ length: 101 }, () => 'p'), 'x=1'],
    ['too many bytes', ['p'], `x=${'1'.repeat(3800)}`],
  ])('prevents the start with %s, and lists the types', (_what, patterns, cookie) => {
    const check = (): void =>
      assertCookieFits({ patternsFor: () => patterns, cookie: () => `${cookie}; path=/` }, ANONYMOUS, {
        all,
      });
    expect(check).toThrow(/secure_subscriptions.*for Title/s);
  });

  test('is small enough otherwise', () => {
    expect(() =>
      assertCookieFits({ patternsFor: () => ['p'], cookie: () => 'x=1' }, ANONYMOUS, { all }),
    ).not.toThrow();
  });
});
