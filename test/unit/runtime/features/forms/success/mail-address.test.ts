import { describe, expect, test } from 'vitest';
import {
  isMailAddress,
  parseMailAddress,
} from '../../../../../../runtime/features/forms/success/mail-address.js';

describe('a recipient', () => {
  test.each([
    ['desk@example.com', { name: '', address: 'desk@example.com' }],
    ['Front Desk <desk@example.com>', { name: 'Front Desk', address: 'desk@example.com' }],
    ['"Desk, front" <desk@example.com> ', { name: 'Desk, front', address: 'desk@example.com' }],
    ['<desk@example.com>', { name: '', address: 'desk@example.com' }],
    [' desk@example.com ', { name: '', address: 'desk@example.com' }],
  ])('is an address with or without a name: %j', (text, parsed) => {
    expect(parseMailAddress(text)).toEqual(parsed);
  });

  test.each([
    '',
    'desk',
    'Front Desk',
    'a@example.com, b@example.com',
    'Desk <a@example.com> <b@example.com>',
    'Desk <a@example.com>, Other <b@example.com>',
    'Desk\r\nBcc: b@example.com <a@example.com>',
    'Desk <a@example.com',
    '<>',
  ])('cannot be anything else: %j', (text) => {
    expect(parseMailAddress(text)).toBeUndefined();
  });
});

describe('a reply address', () => {
  test.each(['ann@example.com', "o'hara+cms@mail.example.co.uk"])('is accepted: %s', (text) => {
    expect(isMailAddress(text)).toBe(true);
  });

  test.each([
    '',
    'ann',
    'ann@example.com,bob@example.com',
    'ann@example.com;bob@example.com',
    'ann@example.com\n',
    'ann@example.com\u0000',
    'Ann <ann@example.com>',
    `${'a'.repeat(400)}@example.com`,
  ])('is only a single address: %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});
