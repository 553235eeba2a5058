import {
  BulkError,
  type ImportedRecord,
  type ImportRequest,
  type ImportSite,
  type ImportSummary,
  type ImportText,
  type JsonObject,
} from 'cms-api-components';
import { type CleanHtml, createCleanHtml } from './clean-html.js';
import { findEarlier } from './earlier-imports.js';
import { dateOf, valueOf } from './item-values.js';
import { describeMappings, findMappings, type Mapping } from './mapping.js';
import { readItems, type WordPressFile, type WordPressItem } from './read-items.js';

const LEFT_OUT = new Set(['trash', 'auto-draft', 'inherit']);

/** Page data whose parent is unknown until all items are read. */
interface Waiting extends ImportedRecord {
  readonly parent: string;
}

/** Use of a conversion. */
interface Use {
  readonly mappings: ReadonlyMap<string, Mapping>;
  readonly clean: CleanHtml;
  readonly site: ImportSite;
}

/** State of the conversion across all files of an export. */
interface Progress {
  readonly file: WordPressFile;
  readonly left: Map<string, number>;
  readonly paths: Map<string, number>;
  readonly numbers: Set<string>;
  readonly waiting: Waiting[];
}

/** Converts the posts and pages of a WordPress export to page data with its text and routes. */
export async function* convertWordPress({
  files,
  flags,
  site,
}: ImportRequest): AsyncGenerator<ImportedRecord, ImportSummary, void> {
  const mappings = await findMappings(flags, site);
  const use = { mappings, clean: await createCleanHtml(), site };
  const progress: Progress = {
    file: { base: '', dropped: 0 },
    left: new Map(),
    paths: new Map(),
    numbers: new Set(),
    waiting: [],
  };
  for (const each of files) yield* convertFile(each, progress, use);
  const { file, numbers, waiting, left } = progress;
  if (file.base === '' && flags['source'] === undefined)
    throw new BulkError(
      `${files[0]?.shown ?? ''} does not name its site. Pass a name with --source, and use the same name for every import.`,
    );
  const types = new Set([...mappings.values()].map(({ pageData }) => pageData.name));
  const given = typeof flags['source'] === 'string' ? flags['source'] : undefined;
  const earlier = await findEarlier({ base: file.base, given, types, numbers, waiting }, site);
  // The parent of a page may follow later or come from a previous import.
  for (const { parent, record, ...others } of waiting) {
    const above = numbers.has(parent) ? `post:${parent}` : (earlier.parents.get(parent) ?? null);
    if (above === null && parent !== '' && parent !== '0')
      left.set(NO_PARENT, (left.get(NO_PARENT) ?? 0) + 1);
    yield { ...others, record: { ...record, parentPageData: above } };
  }
  return { notices: noticesOf(file, left), mapping: describeMappings(mappings), source: earlier.source };
}

const NO_PARENT = 'parent in a file that has not been imported (import that file, then this one again)';

async function* convertFile(
  source: ImportText,
  { file, left, paths, numbers, waiting }: Progress,
  use: Use,
): AsyncGenerator<ImportedRecord, void, void> {
  const { shown } = source;
  const count = (what: string): void => void left.set(what, (left.get(what) ?? 0) + 1);
  for await (const item of readItems(source, file)) {
    const text = (name: string): string => (item.texts[name] ?? '').trim();
    const [type, status, number] = [text('wp:post_type'), text('wp:status'), text('wp:post_id')];
    const mapping = use.mappings.get(type);
    if (mapping === undefined || LEFT_OUT.has(status)) {
      count(mapping !== undefined ? `${type} (${status})` : type || 'item without a type');
      continue;
    }
    if (number === '') throw new BulkError(`${shown}:${item.line}: The ${type} has no <wp:post_id>.`);
    if (numbers.has(number)) throw new BulkError(`${shown}:${item.line}: Duplicate <wp:post_id> ${number}.`);
    numbers.add(number);
    if (/\[[a-z][\w-]*[^\]]*\]/.test(text('content:encoded'))) count('shortcode kept as text');
    const found = pathOf(item, file, use.site);
    const route = { ...found, path: freePath(found.path, paths) };
    const records = recordsOf(item, { mapping, number, route }, use);
    const place = { file: source, line: item.line };
    if (records.text !== undefined) yield { ...records.text, ...place };
    for (const record of records.routes) yield { type: 'Route', record, ...place };
    const parent = text('wp:post_parent');
    waiting.push({
      ...place,
      parent: parent === number ? '' : parent,
      type: mapping.pageData.name,
      record: records.pageData,
    });
  }
}

function noticesOf({ dropped }: WordPressFile, left: ReadonlyMap<string, number>): readonly string[] {
  const notices = [...left].map(([what, total]) => `${total} × ${what}`);
  return [
    ...(notices.length === 0 ? [] : [`Not imported: ${notices.join(', ')}.`]),
    ...(dropped === 0 ? [] : [`Removed ${dropped} characters that are not valid in XML.`]),
  ];
}

interface PreviousPath {
  readonly path: string;
  /** Whether the URL ended with a slash, as is usual in WordPress. */
  readonly endsWithSlash: boolean;
}

/**
 * Returns the path of a permalink relative to the blog, without a trailing slash. Sites without permalinks get a path
 * from the post name.
 */
function pathOf({ texts }: WordPressItem, { base }: WordPressFile, { slugOf }: ImportSite): PreviousPath {
  const link = (texts['link'] ?? '').trim();
  const name = (texts['wp:post_name'] ?? '').trim();
  const title = (texts['title'] ?? '').trim();
  const url = URL.canParse(link) ? new URL(link) : undefined;
  const root = URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : '';
  const full = url === undefined || url.search !== '' ? '' : decodedPath(url.pathname);
  const path = full.replace(/\/+$/, '');
  const below = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length) : path;
  if (below !== '' && !below.includes('//')) return { path: below, endsWithSlash: full.endsWith('/') };
  return { path: `/${slugOf(name === '' ? title : decodedPath(name), 'post')}`, endsWithSlash: false };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Makes the path unique: further items with the same path get a number. */
function freePath(path: string, taken: Map<string, number>): string {
  const count = taken.get(path) ?? 0;
  taken.set(path, count + 1);
  return count === 0 ? path : freePath(`${path}-${count}`, taken);
}

interface Records {
  readonly pageData: JsonObject;
  readonly text: { readonly type: string; readonly record: JsonObject } | undefined;
  /** The route, and a redirect from the URL with a trailing slash. */
  readonly routes: readonly JsonObject[];
}

function recordsOf(
  item: WordPressItem,
  {
    mapping,
    number,
    route: { path, endsWithSlash },
  }: { readonly mapping: Mapping; readonly number: string; readonly route: PreviousPath },
  { clean, site: { cutText } }: Use,
): Records {
  const { pageData, body, template, members } = mapping;
  const text = (name: string): string => (item.texts[name] ?? '').trim();
  const made = dateOf(item);
  const isPublic = ['publish', 'future'].includes(text('wp:status')) && text('wp:post_password') === '';
  const shownAt = isPublic ? (made ?? new Date(0)).toISOString() : null;
  const key = `post:${number}`;
  const created = made === undefined ? {} : { '@created': made.toISOString() };
  const html = body === undefined ? '' : clean(item.texts['content:encoded'] ?? '');
  return {
    pageData: {
      '@key': key,
      ...created,
      ...Object.fromEntries(members.flatMap((member) => valueOf(item, member, { clean, cutText }))),
      page: template.id,
      ...(body === undefined ? {} : { [body.slot]: html === '' ? null : `${key}:text` }),
      ...(pageData.publishable === undefined ? {} : { [pageData.publishable.field]: shownAt }),
    },
    text: body && html !== '' ? textRecord(body, { key: `${key}:text`, created, html, shownAt }) : undefined,
    routes: [
      { '@key': `${key}:route`, ...created, path, pageData: key, liveAt: shownAt },
      ...(endsWithSlash
        ? [
            {
              ...{ '@key': `${key}:route:slash`, ...created },
              ...{ path: `${path}/`, redirect: `${key}:route`, liveAt: shownAt },
            },
          ]
        : []),
    ],
  };
}

function textRecord(
  { component, member }: NonNullable<Mapping['body']>,
  {
    key,
    created,
    html,
    shownAt,
  }: {
    readonly key: string;
    readonly created: JsonObject;
    readonly html: string;
    readonly shownAt: string | null;
  },
): Records['text'] {
  const { publishable } = component;
  const shown = publishable === undefined ? {} : { [publishable.field]: shownAt };
  return { type: component.name, record: { '@key': key, ...created, [member]: html, ...shown } };
}
