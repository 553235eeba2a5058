/** Markdown extensions of this documentation: file names above code blocks, and links in the style of code hosts. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { DOCS } from './pages.js';

interface Environment {
  /** Path of the page relative to the sources. */
  readonly relativePath: string;
  /** Path of the file. The `README.md` of a folder becomes its index page, but links are relative to the file. */
  readonly path: string;
}

export function extendMarkdown(md: MarkdownRenderer): void {
  showFileNames(md);
  followLinksOfFiles(md);
  takeTextLiterally(md);
}

/** Disables Vue templates in pages: `<name>` and `{{ name }}` are literal text. */
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

/** Displays the file name of ```` ```ts [src/page.ts] ```` above the code. */
function showFileNames(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    // The renderer removes the name from the line.
    const path = /^\S+ \[(.+)\]/.exec(tokens[index]?.info ?? '')?.[1];
    const rendered = fence?.(tokens, index, ...rest) ?? '';
    if (path === undefined) return rendered;
    return `<div class="named-file"><div class="file-name" v-pre>${md.utils.escapeHtml(path)}</div>${rendered}</div>`;
  };
}

/**
 * Resolves links as code hosts do. A link to a folder leads to its `README.md`. Links to files outside of the site,
 * such as sources, become plain text.
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
  // The changelog page includes the file in the parent folder of `docs/`.
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
