import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DocPage, readPages, ROOT } from './read-pages.js';

const pages = readPages();
const LINK = /\[[^\]]*\]\((?<target>[^()\s]+)\)/g;
const CODE = /^( *)(`{3,}).*\n[^]*?^\1\2$/gm;

/** Anchors of a page. Headings for which the site and code hosts create different anchors cannot be linked. */
const anchorsOf = (text: string): ReadonlySet<string> => {
  const headings = [...text.replaceAll(CODE, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map(hostAnchor).filter((anchor, index) => anchor === siteAnchor(headings[index] ?? '')),
  );
};

const siteAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

const hostAnchor = (heading: string): string =>
  heading
    .replaceAll('`', '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

function brokenLinks({ path, text }: DocPage): readonly string[] {
  return [...text.replaceAll(CODE, '').matchAll(LINK)].flatMap(({ groups }) => {
    const target = groups?.['target'] ?? '';
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const at = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file);
    if (!existsSync(at)) return [`${path}: there is no ${target}`];
    const isThere = anchor === undefined || anchorsOf(readFileSync(at, 'utf8')).has(anchor);
    return isThere ? [] : [`${path}: ${file} has no heading for #${anchor}`];
  });
}

describe('links of the documentation', () => {
  test('lead to existing pages and headings', () => {
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });

  test('include an answer to each question of new users', () => {
    const questions = pages.find(({ path }) => path === 'docs/how-to/faq.md');
    const rows = questions?.text.split('\n').filter((line) => /^\| .*\?/.test(line)) ?? [];
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => [...row.matchAll(LINK)].length === 0)).toEqual([]);
  });
});
