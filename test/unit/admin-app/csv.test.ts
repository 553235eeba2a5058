import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellOf, lineOf } from '../../../admin-app/src/screens/records/csv.js';

/** Parses a line as described by RFC 4180. */
function read(line: string): readonly string[] {
  const cells: string[] = [];
  let rest = line.replace(/\r\n$/, '');
  for (;;) {
    const [whole = '', quoted, bare = ''] = /^(?:"((?:[^"]|"")*)"|([^,]*))/.exec(rest) ?? [];
    cells.push(quoted?.replaceAll('""', '"') ?? bare);
    rest = rest.slice(whole.length);
    if (rest === '') return cells;
    rest = rest.slice(1);
  }
}

describe('a cell of an exported list', () => {
  test.each(['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1', '＠x'])(
    'that starts like a formula is a text: %j',
    (text) => {
      expect(read(lineOf([text]))).toEqual([`'${text}`]);
    },
  );

  test.each(['-5', '+4.5', '0', '-1,25'])('with the number %s remains a number', (text) => {
    expect(read(lineOf([text]))).toEqual([text]);
  });

  test('with an object is JSON, and one without a value is empty', () => {
    expect(read(lineOf([{ a: ['"', ','] }, null, undefined, false, 7]))).toEqual([
      ...['{"a":["\\"",","]}', '', '', 'false', '7'],
    ]);
  });

  test('is parsed as it was written, whatever it contains', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', ',', '\r\n', "'", '=', '-', 'ä', '😀', ' ', 'a'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2 }), (texts) => {
        const cells = read(lineOf(texts));
        expect(
          cells.map((cell, index) => cell === texts[index] || cell === `'${texts[index] ?? ''}`),
        ).toEqual(texts.map(() => true));
      }),
    );
  });

  test('never starts like a formula, except for numbers', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', ' =', '\t+'), fc.string(), (start, rest) => {
        const [cell = ''] = read(lineOf([`${start}x${rest}`]));
        expect(cell.startsWith("'")).toBe(true);
        expect(cellOf(`${start}x${rest}`)).not.toMatch(/^[=+\-@]/);
      }),
    );
  });
});
