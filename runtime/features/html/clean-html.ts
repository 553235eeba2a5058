import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import type { HtmlRules } from '../../kernel/contract/schema/resource.js';
import { once } from '../../kernel/util/async/once.js';
import { keepSafeAttributes } from './safe-attributes.js';

/** Cleaned HTML, or the reason for refusing it as a violation message. */
export type CleanedHtml = { readonly html: string } | { readonly refusal: string };

/**
 * Removes everything outside the allowlist and returns the rest as browsers serialize HTML. Cleaning is idempotent.
 * Limits on length, number of `<` and `&`, and depth bound the time.
 */
export type CleanHtml = (html: string) => CleanedHtml;

const LONGEST = 2_000_000;
const MOST_MARKUP = 100_000;
/** Maximum depth, because the parser's time to close an element grows with the depth. */
const DEEPEST = 200;

const REFUSALS = {
  length: { refusal: 'This HTML is too long. It should have 2,000,000 characters or fewer.' },
  markup: { refusal: 'This HTML has too much markup. It should have 100,000 tags and entities or fewer.' },
  depth: { refusal: 'This HTML is nested too deep. It should have 200 levels or fewer.' },
} as const;

const GLOBAL_ATTRIBUTES = [
  ...['class', 'id', 'title', 'lang', 'dir', 'role', 'style', 'align', 'data-*', 'aria-*'],
];

const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'name', 'target', 'rel', 'hreflang', 'type', 'download'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  picture: [],
  source: ['src', 'srcset', 'sizes', 'type', 'media', 'width', 'height'],
  video: ['src', 'poster', 'controls', 'loop', 'muted', 'playsinline', 'preload', 'width', 'height'],
  audio: ['src', 'controls', 'loop', 'muted', 'preload'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
  blockquote: ['cite'],
  q: ['cite'],
  ins: ['cite', 'datetime'],
  del: ['cite', 'datetime'],
  time: ['datetime'],
  data: ['value'],
  ol: ['start', 'reversed', 'type'],
  ul: ['type'],
  li: ['value'],
  table: ['border', 'width'],
  col: ['span', 'width'],
  colgroup: ['span'],
  td: ['colspan', 'rowspan', 'headers', 'colwidth', 'width'],
  th: ['colspan', 'rowspan', 'headers', 'colwidth', 'width', 'scope', 'abbr'],
  details: ['open', 'name'],
  font: ['color', 'size', 'face'],
};

const OTHER_ELEMENTS = ['summary', 'center', 'big', 'strike', 'tt', 'label'];

/** Elements that are removed with their content, because browsers hide it or parse it differently. */
const WITHOUT_CONTENT = [
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'object', 'applet', 'xmp'],
  ...['plaintext', 'title', 'textarea', 'select', 'option', 'svg', 'math'],
];

const VOID = ['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'];

class TooDeep extends Error {}

/** Loads the library on first use, because it consists of seventy files. */
const loadSanitizer = once(() => createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml); // its only export

/** Creates the cleaning function of a member. Its rules extend the allowlist. */
export function createCleanHtml(rules: HtmlRules = {}): CleanHtml {
  const create = once(() => createWith(loadSanitizer(), rules));
  return (html) => create()(html);
}

function createWith(
  sanitize: typeof sanitizeHtml,
  { elements = {}, schemes = [], frameHosts = [] }: HtmlRules,
): CleanHtml {
  const allowed = new Set([
    ...sanitize.defaults.allowedTags,
    ...OTHER_ELEMENTS,
    ...Object.keys(ELEMENTS),
    ...Object.keys(elements),
  ]);
  const names = [...allowed];
  const attributes = Object.fromEntries(
    names.map((name) => [name, [...(ELEMENTS[name] ?? []), ...(elements[name] ?? [])]]),
  );
  const options = {
    allowedTags: names,
    allowedAttributes: { ...attributes, '*': [...GLOBAL_ATTRIBUTES, ...(elements['*'] ?? [])] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', ...schemes],
    allowedSchemesByTag: { img: ['http', 'https', 'data', ...schemes] },
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'action', 'poster', 'background', 'data'],
    allowedIframeHostnames: [...frameHosts],
    allowIframeRelativeUrls: false,
    allowProtocolRelative: true,
    parseStyleAttributes: false,
    nonTextTags: WITHOUT_CONTENT.filter((name) => !allowed.has(name)),
    selfClosing: VOID,
    transformTags: { '*': keepSafeAttributes },
  };
  const clean: CleanHtml = (html) => {
    const refusal = tooLarge(html);
    if (refusal !== undefined) return refusal;
    let depth = 0;
    let isWhole = true;
    try {
      const cleaned = sanitize(html, {
        ...options,
        onOpenTag(name) {
          isWhole &&= allowed.has(name);
          if (++depth > DEEPEST) throw new TooDeep();
        },
        onCloseTag() {
          depth--;
        },
      });
      const printed = asBrowsersPrint(cleaned);
      // Cleaning can make HTML longer. Stored HTML must be accepted when it is sent again.
      const tooLong = tooLarge(printed);
      if (tooLong !== undefined) return tooLong;
      // Removing an element can leave a nesting that HTML does not allow, so the result is cleaned again.
      return isWhole ? { html: printed } : clean(printed);
    } catch (error) {
      if (error instanceof TooDeep) return REFUSALS.depth;
      throw error;
    }
  };
  return clean;
}

function tooLarge(html: string): CleanedHtml | undefined {
  if (html.length > LONGEST) return REFUSALS.length;
  return html.replace(/[^<&]+/g, '').length > MOST_MARKUP ? REFUSALS.markup : undefined;
}

/**
 * Converts `<br />` and no-break spaces to the notation of browsers. Tags can be matched because texts and attributes
 * escape `<` and `>`.
 */
function asBrowsersPrint(html: string): string {
  return html.replace(/<([a-z0-9]+(?: [^<>]*)?) \/>/g, '<$1>').replace(/\u00a0/g, '&nbsp;');
}
