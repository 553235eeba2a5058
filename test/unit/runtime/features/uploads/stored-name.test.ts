import { describe, expect, test } from 'vitest';
import { detectMediaType } from '../../../../../runtime/features/uploads/media-type.js';
import { onlyHead } from '../../../../../runtime/features/uploads/whole-file.js';
import { formatFileSize } from '../../../../../runtime/features/uploads/media-objects.js';
import {
  copiedPath,
  isServiceName,
  namedPath,
  unnamedPath,
} from '../../../../../runtime/features/uploads/stored-name.js';

describe('stored names', () => {
  test('a copy replaces the token and never gathers tokens', () => {
    const path = namedPath('images/', 'Hero.JPG');
    const copy = copiedPath(copiedPath(path));
    expect(copy).toMatch(/^images\/hero-[0-9a-f]{8}\.jpg$/);
    expect(copy).not.toBe(path);
  });

  test('a copied UUID name gets a token', () => {
    expect(copiedPath(unnamedPath('', 'png'))).toMatch(/^[0-9a-f-]{36}-[0-9a-f]{8}\.png$/);
  });

  test('both shapes are recognised, other names are not', () => {
    for (const path of [namedPath('', 'a.txt'), unnamedPath('', 'png'), unnamedPath('', '')]) {
      expect(isServiceName(path)).toBe(true);
    }
    for (const name of ['photo.jpg', 'photo-123.jpg', 'notes-abcdefgh.txt', '-0a1b2c3d.pdf', '0a1b2c3d.pdf'])
      expect(isServiceName(name)).toBe(false);
  });

  test('a date at the end of a name without an extension is no token', () => {
    expect(isServiceName('backup-20240101')).toBe(false);
    expect(isServiceName(namedPath('', ''))).toBe(false);
  });
});

describe('media types', () => {
  test.each([
    ['<svg xmlns="x">', 'a.txt', 'image/svg+xml'],
    ['\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x">\n<svg>', 'a.png', 'image/svg+xml'],
    ['  <SCRIPT>alert(1)</SCRIPT>', 'a.png', 'text/html'],
    ['a,b\n1,2', 'table.csv', 'text/csv'],
    ['plain', 'a.png', 'text/plain'],
    ['\u0002\0\u0003', 'a.txt', 'application/octet-stream'],
  ])('%j named %s is %s', async (text, name, type) => {
    const head = Buffer.from(text);
    expect(await detectMediaType(head, name, async () => onlyHead(head))).toBe(type);
  });
});

test.each([
  [0, '0B'],
  [1023, '1023B'],
  [1024, '1.0KB'],
  [245120, '239.4KB'],
  [20111, '19.6KB'],
  [1.5 * 1024 ** 3, '1.5GB'],
  [-1, ''],
])('%d bytes are printed as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
