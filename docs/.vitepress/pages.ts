/** Page metadata from the files of `docs/`, and the sidebar and navigation that follow from it. */
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
  /** A decision record that another one replaced: links to it work, but the sidebar does not list it. */
  readonly isSuperseded: boolean;
}

/** The parts of the documentation by what a reader wants: to learn, to do, to look up, to understand. */
const PARTS: readonly (readonly [title: string, folder: string])[] = [
  ['Tutorial', 'tutorial'],
  ['How-to', 'how-to'],
  ['Reference', 'reference'],
  ['Explanation', 'explanation'],
];

/** The parts that have pages; a new file of a folder is listed without being named anywhere else. */
export function buildSidebar(): SidebarEntry[] {
  // VitePress unfolds the part of the current page.
  const parts = PARTS.map(([text, folder]) => ({ text, collapsed: true, items: entriesOf(folder) }));
  return [...parts.filter(({ items }) => items.length > 0), projectPart()];
}

/** The parts again, each with its first page. */
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
 * The title is that of the frontmatter or the first heading. `order` of the frontmatter comes first, the page that opens
 * a folder before all others.
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
