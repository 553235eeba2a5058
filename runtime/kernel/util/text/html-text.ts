import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/**
 * Returns the visible text of HTML in NFC with single spaces and decoded character references. Tags,
 * comments, scripts and styles are removed; alternative texts of images are kept. Blocks, line breaks and
 * images separate words; inline elements do not. Takes linear time for any input.
 *
 * @example
 * htmlText('<p>M&uuml;ller</p><p class="note">wo<b>rd</b></p>'); // 'Müller word'
 */
export function htmlText(html: string): string {
  let text = '';
  let position = 0;
  let templates = 0;
  const read = (part: string): void => {
    if (templates === 0) text += part;
  };
  while (position < html.length) {
    const tag = nextTag(html, position);
    read(decodeHTML(html.slice(position, tag.start)));
    position = tag.end;
    if (tag.name === undefined) continue;
    const { name, isEnd } = tag;
    const content = RAW_CONTENT.get(name);
    if (isEnd && content !== undefined) continue;
    if (name === 'template') templates = Math.max(0, templates + (isEnd ? -1 : 1));
    const space = SEPARATING.has(name) ? ' ' : '';
    read(space);
    if (isEnd) continue;
    if (name === 'img') read(`${decodeHTMLAttribute(tag.alt ?? '')} `);
    if (content === undefined) continue;
    const end = endOfContent(html, position, name);
    const raw = content === 'unread' ? '' : html.slice(position, end);
    read(`${content === 'decoded' ? decodeHTML(raw) : raw}${space}`);
    position = end;
  }
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

/** Elements that start a line or take up space within one. */
const SEPARATING: ReadonlySet<string> = new Set(
  (
    'address article aside audio blockquote br button canvas caption center dd details dialog dir div dl dt embed fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe img input legend li listing main math menu meter nav ' +
    'object ol optgroup option p plaintext pre progress rp rt search section select summary svg table tbody td textarea tfoot th ' +
    'thead tr ul video xmp'
  ).split(' '),
);

/**
 * Elements whose content has no tags: whether it is read, and whether its character references are decoded.
 */
const RAW_CONTENT: ReadonlyMap<string, 'unread' | 'text' | 'decoded'> = new Map([
  ...['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes', 'title'].map(
    (name) => [name, 'unread'] as const,
  ),
  ['textarea', 'decoded'],
  ['xmp', 'text'],
  ['plaintext', 'text'],
]);

/** Soft hyphens and zero-width spaces, which only mark possible line breaks. */
const INVISIBLE = /[\u00ad\u200b\ufeff]/g;

/** A tag or comment from `start` to `end`; comments have no name. The end of the text yields an empty one. */
interface Tag {
  readonly start: number;
  readonly end: number;
  /** Name in lower case. */
  readonly name?: string;
  readonly isEnd?: boolean;
  /** The raw attribute value. */
  readonly alt?: string;
}

const OPENING = /<(?:(\/?)([a-z][^\t\n\f\r />]*)|!--|[!?]|\/(?!$))/gi;

function nextTag(html: string, from: number): Tag {
  OPENING.lastIndex = from;
  const opening = OPENING.exec(html);
  if (opening === null) return { start: html.length, end: html.length };
  const [matched, slash = '', name] = opening;
  const start = opening.index;
  if (matched === '<!--') return { start, end: endOfComment(html, start + 4) };
  if (name === undefined) return { start, end: after(html.indexOf('>', start + 2), 1, html) };
  const { end, alt } = readAttributes(html, start + matched.length);
  return { start, end, name: name.toLowerCase(), isEnd: slash !== '', ...(alt === undefined ? {} : { alt }) };
}

const COMMENT_END = /--!?>/g;

function endOfComment(html: string, from: number): number {
  // `<!-->` and `<!--->` are complete comments.
  const short = /^-?>/.exec(html.slice(from, from + 2));
  if (short !== null) return from + short[0].length;
  COMMENT_END.lastIndex = from;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
}

/** The end of the tag, or an attribute name. */
const ATTRIBUTE = /[\t\n\f\r /]*(?:(>)|([^\t\n\f\r />][^\t\n\f\r />=]*))/y;
/** Quotes delimit values only. An unterminated value takes the rest. */
const VALUE = /[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\t\n\f\r >]*))/y;

/** Reads the attributes of a tag. An unterminated tag takes the rest of the text. */
function readAttributes(html: string, from: number): { readonly end: number; readonly alt?: string } {
  let alt: string | undefined;
  let position = from;
  for (;;) {
    ATTRIBUTE.lastIndex = position;
    const attribute = ATTRIBUTE.exec(html);
    if (attribute === null) return { end: html.length };
    position = ATTRIBUTE.lastIndex;
    const [, closing, name = ''] = attribute;
    if (closing !== undefined) return alt === undefined ? { end: position } : { end: position, alt };
    VALUE.lastIndex = position;
    const [all = '', double, single, plain = ''] = VALUE.exec(html) ?? [];
    position += all.length;
    if (name.toLowerCase() === 'alt') alt ??= double ?? single ?? plain;
  }
}

function endOfContent(html: string, from: number, name: string): number {
  if (name === 'plaintext') return html.length;
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

const after = (index: number, length: number, html: string): number =>
  index === -1 ? html.length : index + length;
