/** Block elements; text between them is wrapped in paragraphs. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center col colgroup dd details div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav ol p pre section summary table tbody td tfoot th ' +
    'thead tr ul video audio'
  ).split(' '),
);
const VOID = new Set(['hr', 'col']);
/** Blocks whose text is always wrapped in paragraphs. */
const HOLDERS = new Set([
  '',
  'blockquote',
  'article',
  'aside',
  'body',
  'header',
  'footer',
  'main',
  'section',
]);
/** Blocks whose text is wrapped in paragraphs only if it contains an empty line. */
const MIXED = new Set(['div', 'li', 'td', 'th', 'dd', 'details', 'center', 'figcaption']);
/** Blocks whose text is one paragraph; line breaks become `<br>`. */
const LINES = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'address', 'caption', 'dt', 'summary']);

const TAG = /<!--|<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi;

/**
 * Formats the text of a post as WordPress displays it. Texts of the classic editor have empty lines instead of
 * paragraphs and line breaks instead of `<br>`, also between block tags. Texts of the block editor are unchanged. Runs
 * in linear time.
 */
export function withParagraphs(text: string): string {
  if (text.includes('<!-- wp:')) return text;
  const source = text.replace(/\r\n?/g, '\n').replace(/(?:<br\s*\/?>[^\S\n]*\n?[^\S\n]*){2}/gi, '\n\n');
  const parts: string[] = [];
  const open: string[] = [];
  let run: string[] = [];
  let from = 0;
  const endRun = (): void => {
    const shown = formatRun(run.join(''), open.at(-1) ?? '');
    if (shown !== '') parts.push(shown);
    run = [];
  };
  TAG.lastIndex = 0;
  for (let match = TAG.exec(source); match !== null; match = TAG.exec(source)) {
    const [tag, slash, word = ''] = match;
    const name = word.toLowerCase();
    run.push(source.slice(from, match.index));
    from = TAG.lastIndex;
    if (tag === '<!--') {
      const end = source.indexOf('-->', from);
      from = TAG.lastIndex = end === -1 ? source.length : end + 3;
      // These comments split a text in two.
      if (/^<!--\s*(more|nextpage)\b/.test(source.slice(match.index, match.index + 30))) run.push('\n\n');
    } else if (!BLOCKS.has(name)) run.push(tag.replace(/\n/g, ' '));
    else {
      endRun();
      parts.push(tag.replace(/\n/g, ' '));
      if (slash === '/') close(open, name);
      else if (name === 'pre' || name === 'iframe') {
        const end = endOf(source, name, from);
        parts.push(source.slice(from, end));
        from = TAG.lastIndex = end;
      } else if (!VOID.has(name) && !tag.endsWith('/>')) open.push(name);
    }
  }
  run.push(source.slice(from));
  endRun();
  return joined(parts);
}

/** Returns the position after the end tag of an element with verbatim text. */
function endOf(text: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}\\s*>`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(text) === null ? text.length : pattern.lastIndex;
}

function close(open: string[], name: string): void {
  const index = open.lastIndexOf(name);
  if (index !== -1) open.splice(index);
}

function formatRun(run: string, parent: string): string {
  const text = run.trim();
  if (text === '') return '';
  if (LINES.has(parent)) return breakLines(text);
  const paragraphs = text.split(/\n[^\S\n]*\n\s*/);
  if (HOLDERS.has(parent) || (MIXED.has(parent) && paragraphs.length > 1))
    return paragraphs.map((paragraph) => `<p>${breakLines(paragraph.trim())}</p>`).join('\n');
  return MIXED.has(parent) ? breakLines(text) : text;
}

const breakLines = (text: string): string =>
  text.replace(/[^\S\n]*(?:<br\s*\/?>)?[^\S\n]*\n[^\S\n]*/gi, '<br />\n');

/** Joins blocks and starts each on its own line. */
const joined = (parts: readonly string[]): string =>
  parts
    .map((part, index) => {
      const isOpening = /^<(?!\/)(?:p|div|h[1-6]|ul|ol|li|table|tr|blockquote|figure|pre|section|hr)\b/i.test(
        part,
      );
      return index > 0 && isOpening ? `\n${part}` : part;
    })
    .join('');
