/** Elements and attributes that the editor preserves. */
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
 * Returns the markup that the editor would lose, as it is written in the source: `<table>`, `class`, `javascript:`.
 * Parsing runs no scripts and loads nothing.
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
 * Renames event handler attributes. The parsed document would not run them, but browsers report each as a violation of
 * the content security policy.
 */
export const withoutHandlers = (html: string): string =>
  html.replace(/([\s"'/])on(\w+\s*=)/gi, (_whole, before: string, rest: string) => before + RENAMED + rest);

const hasComment = (node: Node): boolean =>
  node.nodeType === Node.COMMENT_NODE || [...node.childNodes].some((child) => hasComment(child));

const SCHEME = /^([a-z][a-z\d+.-]*):/i;
const SCHEMES = new Set(['http', 'https', 'mailto']);
/** Characters that browsers ignore in front of the scheme of a URL. */
const IGNORED = /[\u0000-\u0020\u007f-\u009f\u00a0\u2028\u2029\ufeff]/g;

/** Returns whether an address is a web address, a path or an e-mail address. */
export function isSafeAddress(address: string): boolean {
  const [, scheme] = SCHEME.exec(address.replace(IGNORED, '')) ?? [];
  return address.trim() !== '' && (scheme === undefined || SCHEMES.has(scheme.toLowerCase()));
}
