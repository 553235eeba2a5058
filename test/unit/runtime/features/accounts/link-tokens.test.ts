import { describe, expect, test } from 'vitest';
import {
  hashToken,
  isSameToken,
  RANDOM_TOKENS,
} from '../../../../../runtime/features/accounts/link-tokens.js';

describe('tokens in mailed links', () => {
  test('have 128 random bits as lower-case hex', () => {
    const tokens = new Set(Array.from({ length: 100 }, () => RANDOM_TOKENS.create()));
    expect(tokens.size).toBe(100);
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{32}$/);
  });

  test('match their hash only with the address of the recipient', () => {
    const stored = hashToken('token', 'a@example.com');
    expect(stored).not.toContain('token');
    expect(isSameToken(stored, 'token', 'a@example.com')).toBe(true);
    expect(isSameToken(stored, 'token', 'b@example.com')).toBe(false);
    expect(isSameToken(stored, 'other', 'a@example.com')).toBe(false);
    expect(isSameToken(null, 'token', 'a@example.com')).toBe(false);
  });
});
