import { BulkError } from '../../bulk-error.js';
import { readText } from '../read-text.js';

/** A post, a page, or whatever else an export of WordPress has. */
export interface WordPressItem {
  readonly line: number;
  /** Texts of its elements by name, such as `wp:post_name`; the first of each. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
}

export interface WordPressFile {
  /** Address of the site that it was exported from; empty where it does not say. */
  base: string;
  /** Characters that XML does not allow and that were left out. */
  dropped: number;
}

/** WordPress writes names of these spaces, with a version in one of them; a file may call them as it likes. */
const SPACES: readonly (readonly [space: RegExp, prefix: string])[] = [
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/excerpt\/$/, 'excerpt:'],
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/$/, 'wp:'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, 'content:'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/, 'dc:'],
  [/^$/, ''],
];
/** Lists of an item, by the domain of its categories. */
const LISTS: Readonly<Record<string, 'tags' | 'categories' | undefined>> = {
  post_tag: 'tags',
  category: 'categories',
  // Releases before 3.1 wrote these.
  tag: 'tags',
  '': 'categories',
};
/** Characters of the longest text: a body of a request has no more by default. */
const LONGEST_TEXT = 16 * 1024 * 1024;
const DEEPEST = 64;
/** What editors leave in texts, and no XML may have. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * The items of an export of WordPress (WXR), one after the other. No document type is read, so that there are no entities but those
 * of XML itself. @throws BulkError that names the line at which the file is no XML, or none of WordPress
 */
export async function* readItems(
  path: string,
  shown: string,
  file: WordPressFile,
): AsyncGenerator<WordPressItem> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true, position: true, fileName: shown });
  const fail = (message: string): never => {
    throw new BulkError(`${shown}:${parser.line}: ${message}`);
  };
  const read = createReader(file, fail, () => parser.line);
  parser.on('error', (error) => fail(error.message.replace(/^.*?:\d+:\d+: /, '')));
  parser.on('doctype', () =>
    fail('The file has a document type declaration, so it is not a WordPress export.'),
  );
  parser.on('opentag', ({ uri, local, attributes }) => {
    read.open(nameOf(uri, local), attributes['domain']?.value ?? '');
  });
  parser.on('closetag', () => read.close());
  parser.on('text', (text) => read.text(text));
  parser.on('cdata', (text) => read.text(text));
  for await (const text of readText({ path, shown })) {
    parser.write(text.replace(FORBIDDEN, () => ((file.dropped += 1), '')));
    yield* read.take();
  }
  parser.close();
  yield* read.take();
  if (!read.isWordPress()) fail('The file is not a WordPress export: it has no <wp:wxr_version>.');
}

/** A name with the prefix that WordPress gives its space; names of other spaces are no name of ours. */
function nameOf(uri: string, local: string): string {
  const prefix = SPACES.find(([space]) => space.test(uri))?.[1];
  return prefix === undefined ? '' : prefix + local;
}

interface Reader {
  open(name: string, domain: string): void;
  close(): void;
  text(text: string): void;
  take(): readonly WordPressItem[];
  isWordPress(): boolean;
}

function createReader(file: WordPressFile, fail: (message: string) => never, lineOf: () => number): Reader {
  const path: string[] = [];
  let found: WordPressItem[] = [];
  let version = false;
  let item:
    | { line: number; texts: Record<string, string | undefined>; tags: string[]; categories: string[] }
    | undefined;
  let parts: string[] | undefined;
  let size = 0;
  /** The list of the item that the element belongs to. */
  let list: 'tags' | 'categories' | undefined;

  function keep(name: string, text: string): void {
    if (item !== undefined) {
      if (list !== undefined) item[list].push(text.trim());
      else if (item.texts[name] === undefined) item.texts[name] = text;
    } else if (name === 'wp:wxr_version') version = true;
    else if (name === 'wp:base_blog_url' || (name === 'link' && file.base === '')) file.base = text.trim();
  }

  return {
    open(name, domain) {
      if (path.length >= DEEPEST) fail('Elements are nested too deeply.');
      path.push(name);
      const depth = path.length;
      if (depth === 3 && path.join('/') === 'rss/channel/item')
        item = { line: lineOf(), texts: {}, tags: [], categories: [] };
      const isMember = name !== '' && (depth === 4 ? item !== undefined : depth === 3 && item === undefined);
      list = isMember && name === 'category' ? LISTS[domain] : undefined;
      parts = isMember ? [] : undefined;
      size = 0;
    },
    text(text) {
      if (parts === undefined) return;
      if ((size += text.length) > LONGEST_TEXT) fail('A text is longer than 16 million characters.');
      parts.push(text);
    },
    close() {
      const name = path.pop() ?? '';
      if (parts !== undefined) keep(name, parts.join(''));
      parts = undefined;
      if (path.length !== 2 || item === undefined || name !== 'item') return;
      found.push(item);
      item = undefined;
    },
    take() {
      const taken = found;
      found = [];
      return taken;
    },
    isWordPress: () => version,
  };
}
