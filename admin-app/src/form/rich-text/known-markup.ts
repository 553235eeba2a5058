/** What the editor knows: the elements, and the attributes that each keeps. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p br hr strong b em i s del strike u code pre blockquote ul li h1 h2 h3 h4 h5 h6'
      .split(' ')
      .map((name) => [name, []]),
  ),
  ol: ['start'],
  a: ['href', 'target', 'rel'],
};

/**
 * What of a text the editor would lose, in the words of its source: `<table>`, `class`, `javascript:`. Nothing where it can be edited as
 * it is. The document that it is parsed into runs nothing and loads nothing.
 */
export function unknownMarkup(html: string): readonly string[] {
  const { body, head } = new DOMParser().parseFromString(withoutHandlers(html), 'text/html');
  const found = new Set<string>();
  for (const element of [...head.querySelectorAll('*'), ...body.querySelectorAll('*')]) {
    const name = element.localName;
    const attributes = KNOWN[name];
    if (attributes === undefined) found.add(`<${name}>`);
    else
      for (const { name: attribute } of element.attributes)
        if (!attributes.includes(attribute)) found.add(`<${name} ${attribute.replace(RENAMED, 'on')}>`);
    const href = element.getAttribute('href');
    if (name === 'a' && (href === null || !isSafeAddress(href))) found.add(`<a href="${href ?? ''}">`);
  }
  if (hasComment(body)) found.add('<!-- -->');
  return [...found];
}

const RENAMED = 'data-on-';

/**
 * Markup in which handlers of events have other names. Where it is parsed nothing runs, and yet browsers report each of them as one
 * that the policy of the page forbids.
 */
export const withoutHandlers = (html: string): string =>
  html.replace(/([\s"'/])on(\w+\s*=)/gi, (_whole, before: string, rest: string) => before + RENAMED + rest);

const hasComment = (node: Node): boolean =>
  node.nodeType === Node.COMMENT_NODE || [...node.childNodes].some((child) => hasComment(child));

const SCHEME = /^([a-z][a-z\d+.-]*):/i;
const SCHEMES = new Set(['http', 'https', 'mailto']);
/** Browsers leave these out of an address before they look at its scheme. */
const IGNORED = /[\u0000-\u0020\u007f-\u009f\u00a0\u2028\u2029\ufeff]/g;

/** Whether an address leads to a page or a mailbox, and runs nothing. */
export function isSafeAddress(address: string): boolean {
  const [, scheme] = SCHEME.exec(address.replace(IGNORED, '')) ?? [];
  return address.trim() !== '' && (scheme === undefined || SCHEMES.has(scheme.toLowerCase()));
}
