import { describe, expect, test } from 'vitest';
import { fixtureTarget } from '../../../../../runtime/scaffold/export/fixture-target.js';

const target = (output: string, namespace = 'App\\DataFixtures'): unknown =>
  fixtureTarget({ root: '/site', output, namespace });

describe('the target of fixtures', () => {
  test.each([
    ['src/Blog.ts', undefined, { path: '/site/src/Blog.ts', name: 'Blog' }],
    ['src/Blog', undefined, { path: '/site/src/Blog.ts', name: 'Blog' }],
    ['/tmp/$blog_1.ts', undefined, { path: '/tmp/$blog_1.ts', name: '$blog_1' }],
    ['Blog.ts', 'a.b', { path: '/site/a/b/Blog.ts', name: 'Blog' }],
    ['x/Blog.ts', 'a/b', { path: '/site/x/a/b/Blog.ts', name: 'Blog' }],
    ['Blog.ts', 'Other\\Fixtures', { path: '/site/Other/Fixtures/Blog.ts', name: 'Blog' }],
    ['export.ts', undefined, { path: '/site/export.ts', name: 'exportScaffold' }],
    ['await', undefined, { path: '/site/await.ts', name: 'awaitScaffold' }],
    ['Überblick.ts', 'né', { path: '/site/né/Überblick.ts', name: 'Überblick' }],
  ])('is derived from the output %s and the namespace %s', (output, namespace, wanted) => {
    expect(target(output, namespace)).toEqual(wanted);
  });

  test.each([['a-b.ts'], ['1.ts'], ['.ts'], ['Blog.js']])('%s is not a scaffold', (output) => {
    expect(() => target(output)).toThrow('is not a valid name');
  });

  test.each([[''], ['a-b'], ['a//b'], ['..'], ['a.new']])('"%s" is not a namespace', (namespace) => {
    expect(() => target('Blog.ts', namespace)).toThrow(`"${namespace}" is not a valid namespace.`);
  });
});
