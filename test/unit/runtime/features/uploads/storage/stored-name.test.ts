import { afterAll, describe, expect, test } from 'vitest';
import { aMedia } from '../../../../../support/media.js';
import { detectType } from '../../../../../../runtime/features/uploads/incoming/media-type.js';
import { onlyHead } from '../../../../../../runtime/features/uploads/incoming/whole-file.js';
import { storedExtension } from '../../../../../../runtime/features/uploads/storage/stored-extension.js';
import { formatFileSize } from '../../../../../../runtime/features/uploads/serving/media-objects.js';
import {
  copiedPath,
  isServiceName,
  namedPath,
  unnamedPath,
  withExtension,
} from '../../../../../../runtime/features/uploads/storage/stored-name.js';

const media = aMedia();
afterAll(() => media.close());

describe('stored names', () => {
  test('replace the token in a copy, and never collect tokens', () => {
    const path = namedPath('images/', 'Hero.JPG', 'jpg');
    const copy = copiedPath(copiedPath(path));
    expect(copy).toMatch(/^images\/hero-[0-9a-f]{8}\.jpg$/);
    expect(copy).not.toBe(path);
  });

  test('of a copy with a UUID name get a token', () => {
    expect(copiedPath(unnamedPath('', 'png'))).toMatch(/^[0-9a-f-]{36}-[0-9a-f]{8}\.png$/);
  });

  test('are recognized in both forms, other names are not', () => {
    for (const path of [
      namedPath('', 'a.txt', 'txt'),
      unnamedPath('', 'png'),
      '0f8fad5b-d9cb-469f-a165-70867728950e',
    ]) {
      expect(isServiceName(path)).toBe(true);
    }
    for (const name of ['photo.jpg', 'photo-123.jpg', 'notes-abcdefgh.txt', '-0a1b2c3d.pdf', '0a1b2c3d.pdf'])
      expect(isServiceName(name)).toBe(false);
  });

  test('do not treat a date at the end of a name without an extension as a token', () => {
    expect(isServiceName('backup-20240101')).toBe(false);
    expect(isServiceName('file-20240101')).toBe(false);
  });
});

describe('another extension', () => {
  test.each([
    ['img/hero-0a1b2c3d.gif', 'img/hero-0a1b2c3d.webp'],
    ['0f8fad5b-d9cb-469f-a165-70867728950e.png', '0f8fad5b-d9cb-469f-a165-70867728950e.webp'],
    ['v1.2/0f8fad5b-d9cb-469f-a165-70867728950e', 'v1.2/0f8fad5b-d9cb-469f-a165-70867728950e.webp'],
    // A hero.png can exist beside hero.gif.
    ['img/hero.gif', 'img/hero.gif.webp'],
    ['v1.2/hero', 'v1.2/hero.webp'],
  ])('of %s turns %s into it', (path, changed) => {
    expect(withExtension(path, 'webp')).toBe(changed);
  });
});

describe('the extension of a stored file', () => {
  test.each([
    ['image/jpeg', 'jpg', 'jpeg', 'jpeg'],
    ['image/jpeg', 'jpg', 'png', 'jpg'],
    ['image/jpeg', 'jpg', '', 'jpg'],
    ['text/plain', 'txt', 'log', 'log'],
    ['text/plain', 'txt', 'html', 'txt'],
    ['text/html', 'html', 'shtml', 'html'],
    ['text/html', 'html', 'htm', 'html'],
    ['image/svg+xml', 'svg', 'svgz', 'svg'],
    ['application/octet-stream', 'bin', 'exe', 'exe'],
    ['application/octet-stream', 'bin', 'html', 'bin'],
  ])('of %s, usually %s, sent as %j, is %s', (...[mediaType, extension, sent, stored]) => {
    expect(storedExtension({ mediaType, extension }, sent)).toBe(stored);
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
    const file = { head, name, whole: async () => onlyHead(head) };
    expect(await detectType(file, media)).toMatchObject({ mediaType: type });
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
