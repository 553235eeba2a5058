import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import type { HtmlRules } from '../../kernel/contract/schema/resource.js';
import { once } from '../../kernel/util/async/once.js';
import { keepSafeAttributes } from './safe-attributes.js';

/** HTML after cleaning, or the reason why it cannot be cleaned, as the message of a violation. */
export type CleanedHtml = { readonly html: string } | { readonly refusal: string };

/**
 * Removes everything that the allowlist does not name and returns the rest in the notation in which browsers print HTML. Cleaning a
 * result again returns it unchanged. Three limits bound the time: length, number of `<` and `&`, and depth.
 */
export type CleanHtml = (html: string) => CleanedHtml;

const LONGEST = 2_000_000;
const MOST_MARKUP = 100_000;
/** The parser takes time that grows with the depth to close an element. */
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

/** Elements of which the content goes too: browsers do not show it, or read it by other rules. */
const WITHOUT_CONTENT = [
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'object', 'applet', 'xmp'],
  ...['plaintext', 'title', 'textarea', 'select', 'option', 'svg', 'math'],
];

const VOID = ['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'];

class TooDeep extends Error {}

/** Loads the library with the first HTML: it brings seventy files. */
const loadSanitizer = once(() => createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml); // its only export

/** Creates the cleaning of a member; its rules add to the allowlist. */
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
      // It may be longer than before: what is stored must be accepted when it comes back.
      const tooLong = tooLarge(printed);
      if (tooLong !== undefined) return tooLong;
      // Without an element that was between them, others may be nested in a way that HTML does not allow.
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

/** The library prints `<br />` and bare no-break spaces. `<` and `>` are escaped in texts and attributes, so that tags are found. */
function asBrowsersPrint(html: string): string {
  return html.replace(/<([a-z0-9]+(?: [^<>]*)?) \/>/g, '<$1>').replace(/\u00a0/g, '&nbsp;');
}
