/** What this documentation asks of Markdown beyond the standard: names of files over code, and links as a code host has them. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { DOCS } from './pages.js';

interface Environment {
  /** The page, relative to the sources. */
  readonly relativePath: string;
  /** The file on the disk; a folder's `README.md` becomes the page that opens it, but its links start where the file is. */
  readonly path: string;
}

export function extendMarkdown(md: MarkdownRenderer): void {
  showFileNames(md);
  followLinksOfFiles(md);
  takeTextLiterally(md);
}

/** Pages are Markdown and no Vue templates: `<name>` and `{{ name }}` in a text are what is written there. */
function takeTextLiterally({ renderer, utils }: MarkdownRenderer): void {
  const literal = (text: string): string => utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
  renderer.rules.text = (tokens, index) => literal(tokens[index]?.content ?? '');
  const code = renderer.rules.code_inline;
  renderer.rules.code_inline = (...given) => (code?.(...given) ?? '').replaceAll('{{', '&#123;&#123;');
  renderer.rules.html_inline = renderer.rules.html_block = (tokens, index) => {
    const html = tokens[index]?.content ?? '';
    return html.startsWith('<!--') ? html : literal(html);
  };
}

/** ```` ```ts [src/page.ts] ```` is a file of the reader's project: its name stands over the code. */
function showFileNames(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    // The renderer takes the name out of the line.
    const path = /^\S+ \[(.+)\]/.exec(tokens[index]?.info ?? '')?.[1];
    const rendered = fence?.(tokens, index, ...rest) ?? '';
    if (path === undefined) return rendered;
    return `<div class="named-file"><div class="file-name" v-pre>${md.utils.escapeHtml(path)}</div>${rendered}</div>`;
  };
}

/**
 * Links are written as they work on a code host. Of a folder, its `README.md` is the page; what is no page of the site
 * (sources, folders without one) is named without a link.
 */
function followLinksOfFiles(md: MarkdownRenderer): void {
  md.core.ruler.push('links-of-files', ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const [index, token] of (children ?? []).entries()) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null;
        if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
        const target = pageBehind(href, env as Environment);
        if (target === undefined) unlink(children ?? [], index);
        else token.attrSet('href', target);
      }
  });
}

function pageBehind(href: string, { path, relativePath }: Environment): string | undefined {
  const [file = '', anchor] = href.split('#');
  // The page of the changelog shows the file that stands beside `docs/`.
  const start = relativePath === 'changelog.md' ? join(DOCS, '..') : dirname(path);
  const place = relative(DOCS, join(start, file));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (place === '../CHANGELOG.md') return `/changelog.md${suffix}`;
  if (place.startsWith('..')) return undefined;
  const isFolder = !place.endsWith('.md') && existsSync(join(DOCS, place, 'README.md'));
  const page = isFolder ? join(place, 'README.md') : place;
  return `/${page.replace(/(^|\/)README\.md$/, '$1index.md')}${suffix}`;
}

function unlink(tokens: { type: string; tag: string; attrs: unknown }[], opening: number): void {
  const closing = tokens.findIndex(({ type }, index) => index > opening && type === 'link_close');
  for (const token of [tokens[opening], tokens[closing]]) if (token !== undefined) token.type = 'text';
}
