import { expect, describe, test } from 'vitest';
import { layOutTypes } from '../../../../generator/emit/lay-out-types.js';

const wrap = (members: string): string =>
  `export interface Root {\na?: A\n}\nexport interface A {\n${members}\n}\n`;
const bodyOf = (members: string): string[] => layOutTypes(wrap(members), 'Root').split('\n').slice(1, -1);

describe('layOutTypes', () => {
  test('ends members, indents them and takes off needless brackets', () => {
    expect(bodyOf('one?: (string | null)\ntwo: {\nthree: number\n}')).toEqual([
      '  one?: string | null;',
      '  two: {',
      '    three: number;',
      '  };',
    ]);
  });

  test('keeps the brackets of a list of unions over several lines', () => {
    expect(bodyOf('one: ({\na: string\n} | null)[]\ntwo?: ({\na: string\n} | null)')).toEqual([
      '  one: ({',
      '    a: string;',
      '  } | null)[];',
      '  two?: {',
      '    a: string;',
      '  } | null;',
    ]);
  });

  test('brackets inside strings do not count', () => {
    expect(bodyOf('one: ("(" | "}")\ntwo: "{"')).toEqual(["  one: '(' | '}';", "  two: '{';"]);
  });

  test('puts a comment of one line on one line', () => {
    expect(bodyOf('/**\n * Short.\n */\none: string')).toEqual(['  /** Short. */', '  one: string;']);
  });
});
