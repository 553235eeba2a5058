/** Page metadata from the files of `docs/`, and the sidebar and navigation generated from it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DOCS = fileURLToPath(new URL('..', import.meta.url));

export interface SidebarEntry {
  readonly text: string;
  readonly link?: string;
  readonly items?: SidebarEntry[];
  readonly collapsed?: boolean;
}

interface Page {
  readonly title: string;
  readonly order: number;
  readonly link: string;
  /** A replaced decision record. Links to it work, but the sidebar does not list it. */
  readonly isSuperseded: boolean;
}

/** Sections of the documentation: tutorials, guides, reference and explanation. */
const PARTS: readonly (readonly [title: string, folder: string])[] = [
  ['Tutorial', 'tutorial'],
  ['How-to', 'how-to'],
  ['Reference', 'reference'],
  ['Explanation', 'explanation'],
];

/** Returns the sections that have pages, with every file of their folders. */
export function buildSidebar(): SidebarEntry[] {
  // VitePress expands the section of the current page.
  const parts = PARTS.map(([text, folder]) => ({ text, collapsed: true, items: entriesOf(folder) }));
  return [...parts.filter(({ items }) => items.length > 0), projectPart()];
}

/** Returns the sections with their first page. */
export function buildNavigation(): { text: string; link: string; activeMatch: string }[] {
  return PARTS.flatMap(([text, folder]) => {
    const [first] = entriesOf(folder);
    return first?.link === undefined ? [] : [{ text, link: first.link, activeMatch: `^/${folder}/` }];
  });
}

function projectPart(): SidebarEntry {
  const pages = ['architecture.md', 'rules.md', 'changelog.md'].map((name) => readPage(name));
  return {
    text: 'Project',
    collapsed: true,
    items: [
      ...pages.map(toEntry),
      { text: 'Contract', collapsed: true, items: entriesOf('contract') },
      { text: 'Decision records', collapsed: true, items: entriesOf('adr') },
    ],
  };
}

function entriesOf(folder: string): SidebarEntry[] {
  if (!existsSync(join(DOCS, folder))) return [];
  return readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => readPage(`${folder}/${name}`))
    .filter(({ isSuperseded }) => !isSuperseded)
    .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title, 'en', { numeric: true }))
    .map(toEntry);
}

/**
 * Reads title and order. The title is that of the frontmatter or the first heading. Index pages come first, then pages
 * by `order`.
 */
function readPage(path: string): Page {
  const text = readFileSync(join(DOCS, path), 'utf8');
  const frontmatter = /^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '';
  const heading = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '');
  const order = /^order: *(\d+)$/m.exec(frontmatter)?.[1];
  const isOpening = path.endsWith('README.md');
  return {
    title: /^title: *(.+)$/m.exec(frontmatter)?.[1] ?? heading ?? path,
    order: isOpening ? -1 : Number(order ?? Number.MAX_SAFE_INTEGER),
    link: `/${path.replace(/README\.md$|\.md$/, '')}`,
    isSuperseded: /^Status: superseded by /m.test(text),
  };
}

function toEntry({ title, link }: Page): SidebarEntry {
  return { text: title, link };
}
