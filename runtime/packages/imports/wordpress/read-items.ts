import { BulkError, type ImportText } from 'cms-api-components';

/** A post, page or other item of a WordPress export. */
export interface WordPressItem {
  readonly line: number;
  /** Texts of the item's elements by name, such as `wp:post_name`. Only the first element of each name counts. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
}

export interface WordPressFile {
  /** URL of the exported site; empty if the file does not contain it. */
  base: string;
  /** Number of removed characters that XML does not allow. */
  dropped: number;
}

/** XML namespaces of WordPress, one with a version. The prefixes in a file can differ. */
const SPACES: readonly (readonly [space: RegExp, prefix: string])[] = [
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/excerpt\/$/, 'excerpt:'],
  [/^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/$/, 'wp:'],
  [/^http:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/, 'content:'],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/, 'dc:'],
  [/^$/, ''],
];
/** Lists of an item by category domain. */
const LISTS: Readonly<Record<string, 'tags' | 'categories' | undefined>> = {
  post_tag: 'tags',
  category: 'categories',
  // Values of releases before 3.1.
  tag: 'tags',
  '': 'categories',
};
/** Maximum text length in characters, the same as the default limit of request bodies. */
const LONGEST_TEXT = 16 * 1024 * 1024;
const DEEPEST = 64;
/** Characters that XML does not allow, but editors leave in texts. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/**
 * Yields the items of a WordPress export (WXR) one by one. Document type declarations are refused, so only the
 * predefined XML entities exist.
 * @throws BulkError naming the line where the file is not valid XML or not a WordPress export
 */
export async function* readItems(
  { shown, text: read }: ImportText,
  file: WordPressFile,
): AsyncGenerator<WordPressItem> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true, position: true, fileName: shown });
  const fail = (message: string): never => {
    throw new BulkError(`${shown}:${parser.line}: ${message}`);
  };
  const reader = createReader(file, fail, () => parser.line);
  parser.on('error', (error) => fail(error.message.replace(/^.*?:\d+:\d+: /, '')));
  parser.on('doctype', () =>
    fail('The file has a document type declaration, so it is not a WordPress export.'),
  );
  parser.on('opentag', ({ uri, local, attributes }) => {
    reader.open(nameOf(uri, local), attributes['domain']?.value ?? '');
  });
  parser.on('closetag', () => reader.close());
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  for await (const text of read()) {
    parser.write(text.replace(FORBIDDEN, () => ((file.dropped += 1), '')));
    yield* reader.take();
  }
  parser.close();
  yield* reader.take();
  if (!reader.isWordPress()) fail('The file is not a WordPress export: it has no <wp:wxr_version>.');
}

/** Returns a name with the prefix that WordPress uses for its namespace. Names in other namespaces are empty. */
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
  /** The list that the current element adds to. */
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
