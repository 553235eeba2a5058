import { describe, expect, test } from 'vitest';
import { createKnownTokens } from '../../../../runtime/features/accounts/authentication/jwt.js';

const EXP = 1_800_000_000;
const at = (seconds: number): Date => new Date(seconds * 1000);
const claimsOf = (username: string) => ({ exp: EXP, sid: 'session', id: 'user', username });

describe('cached tokens', () => {
  test('are known until the second they expire', () => {
    const known = createKnownTokens();
    known.keep('a.b.c', claimsOf('ann'));
    expect(known.find('a.b.c', at(EXP - 1))).toEqual(claimsOf('ann'));
    expect(known.find('a.b.c', at(EXP))).toBeUndefined();
    expect(known.find('a.b.c', at(EXP - 1))).toBeUndefined();
  });

  test('with another signature are not known', () => {
    const known = createKnownTokens();
    known.keep('a.b.c', claimsOf('ann'));
    expect(known.find('a.b.d', at(EXP - 1))).toBeUndefined();
  });

  test('are evicted in the order of their last use', () => {
    const known = createKnownTokens();
    for (let number = 0; number < 2000; number += 1) known.keep(`token ${number}`, claimsOf(`${number}`));
    known.find('token 0', at(EXP - 1));
    known.keep('one more', claimsOf('more'));
    expect(known.find('token 0', at(EXP - 1))?.username).toBe('0');
    expect(known.find('token 1', at(EXP - 1))).toBeUndefined();
    expect(known.find('one more', at(EXP - 1))?.username).toBe('more');
  });
});
