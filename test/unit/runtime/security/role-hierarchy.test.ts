import { describe, expect, test } from 'vitest';
import { ANONYMOUS } from '../../../../runtime/kernel/contract/context.js';
import {
  expandRoles,
  isGranted,
  reduceRoles,
} from '../../../../runtime/kernel/authorization/role-hierarchy.js';

describe('expandRoles', () => {
  test.each([
    [[], ['ROLE_USER']],
    [['ROLE_ADMIN'], ['ROLE_ADMIN', 'ROLE_USER']],
    [['ROLE_SUPER_ADMIN'], ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_ALLOWED_TO_SWITCH', 'ROLE_USER']],
    [
      ['ROLE_EDITOR', 'ROLE_ADMIN'],
      ['ROLE_EDITOR', 'ROLE_ADMIN', 'ROLE_USER'],
    ],
  ])('%j is expanded to %j', (given, want) => {
    expect([...expandRoles(given)]).toEqual(want);
  });
});

describe('reduceRoles', () => {
  test.each([
    [[], ['ROLE_USER']],
    [['ROLE_ADMIN', 'ROLE_USER'], ['ROLE_ADMIN']],
    [['ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_ALLOWED_TO_SWITCH', 'ROLE_USER'], ['ROLE_SUPER_ADMIN']],
    [['ROLE_EDITOR', 'ROLE_USER', 'ROLE_EDITOR'], ['ROLE_EDITOR']],
  ])('%j is stored as %j', (given, want) => {
    expect(reduceRoles(given)).toEqual(want);
  });
});

describe('isGranted', () => {
  const admin = {
    user: { id: '1', username: 'a', emailAddress: 'a@b.c', roles: [], sessionId: null, fields: {} },
    roles: expandRoles(['ROLE_ADMIN']),
  };
  test.each([
    ['PUBLIC_ACCESS', true, true],
    ['IS_AUTHENTICATED_FULLY', false, true],
    ['ROLE_USER', false, true],
    ['ROLE_ADMIN', false, true],
    ['ROLE_SUPER_ADMIN', false, false],
  ])('%s is granted to anonymous users: %j, to administrators: %j', (role, anonymous, byAdmin) => {
    expect(isGranted(ANONYMOUS, role)).toBe(anonymous);
    expect(isGranted(admin, role)).toBe(byAdmin);
  });
});
