import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { projectTables } from '../../../runtime/project/project-types.js';
import { reservedNames, RESERVED_WORDS } from '../../support/reserved-words.js';
import { sourceFiles } from '../../support/source-files.js';

/** Start of a statement, or of a part of one. Texts for users start with a capital letter. */
const SQL =
  /^\s*(?:\(?select |insert into |update |delete from |with (?:recursive )?\w+ \(|(?:left |inner |cross )?join |from |where |and |order by |on |union )/;

/** SQL texts of a file, with a quoted name for each substitution. */
function sqlTexts(path: string): readonly string[] {
  const content = readFileSync(path, 'utf8');
  if (!/\b(?:select|insert into|update|delete from|join) /.test(content)) return [];
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('"_"'));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => SQL.test(text));
}

describe('unquoted names', () => {
  test('in the SQL of the sources are not reserved in any database', () => {
    const found = sourceFiles('runtime').flatMap((path) =>
      sqlTexts(path).flatMap((text) => reservedNames(text).map((name) => `${path}: ${name} in ${text}`)),
    );
    expect(found).toEqual([]);
  });

  test('in columns of the built-in tables are not reserved in any database', () => {
    const columns = projectTables([]).flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name}`),
    );
    expect(columns.length).toBeGreaterThan(100);
    expect(columns.filter((path) => RESERVED_WORDS.has(path.split('.')[1] ?? ''))).toEqual([]);
  });

  test.for<[string, readonly string[]]>([
    ['select a.id as stored from t a', ['stored']],
    ['select s.member as "member" from t s', ['member']],
    ['select rank.id from t rank', ['rank', 'rank']],
    ['select a.id as id from t a left join u b on b.id = a.id order by a.id', []],
    ["select 'stored' as text, cast(:rank as char) as value from `groups` a", []],
    ['select a.key as key from t a', ['key', 'key']],
  ])('are found in: %s', ([sql, names]) => {
    expect(reservedNames(sql)).toEqual(names);
  });
});
