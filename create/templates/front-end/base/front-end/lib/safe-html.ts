const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div dl ' +
    'dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd label li main mark nav ol p picture ' +
    'pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr ' +
    'track u ul var video wbr'
  ).split(' '),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'align alt border cite class color colspan colwidth controls datetime decoding default dir download face headers height ' +
    'href hreflang id kind label lang loading loop media muted name open playsinline poster preload rel reversed role rowspan ' +
    'scope size sizes span src srclang start target title type value width'
  ).split(' '),
);
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'cite', 'poster']);

/** Elements with special parsing rules, which are removed with their content. */
const HIDDEN: ReadonlySet<string> = new Set(
  'script style template noscript iframe object svg math textarea title xmp noembed noframes'.split(' '),
);

/** A tag with its attributes, the end of a comment, or a single `<`. */
const TOKEN =
  /<(\/?)([a-z][a-z0-9-]*)((?:[\s/]+[^\s"'<>/=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+(?=[\s>])))?)*)[\s/]*>|<!--|-->|</gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** URLs without a scheme, with a safe scheme, or with an inline picture. */
const SAFE_ADDRESS =
  /^(?:(?:https?|mailto|tel):|data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]*$|[^:&\\\p{Cc}]*(?:[/?#]|$))/iu;
const SAFE_DECLARATION =
  /^\s*(?!position|behavior)[a-z-]+\s*:(?:[#\w.%, -]|(?:rgb|hsl)a?\([\d.,%/ ]*\))*$/i;

/**
 * Returns HTML that is safe to print: without tags and attributes that can run scripts, and with stray `<` escaped.
 * Projects with `html.sanitize` store only such HTML. Add elements here that `x-html` of your schemas permits.
 */
export function safeHtml(html: string | null | undefined): string {
  const text = html ?? '';
  let printed = '';
  let last = 0;
  /** Element or comment whose content is removed. */
  let hiddenBy: string | undefined;
  for (const { 0: found, 1: slash, 2: name, 3: attributes = '', index } of text.matchAll(TOKEN)) {
    if (hiddenBy === undefined) printed += text.slice(last, index);
    last = index + found.length;
    const element = name?.toLowerCase() ?? found;
    if (hiddenBy !== undefined) {
      if (element === hiddenBy && (slash === '/' || found === '-->')) hiddenBy = undefined;
    } else if (found === '<!--') hiddenBy = '-->';
    else if (name === undefined) printed += found === '<' ? '&lt;' : found;
    else if (HIDDEN.has(element)) hiddenBy = slash === '' ? element : undefined;
    else if (ELEMENTS.has(element))
      printed += slash === '/' ? `</${element}>` : `<${element}${printAttributes(attributes)}>`;
  }
  return hiddenBy === undefined ? printed + text.slice(last) : printed;
}

function printAttributes(text: string): string {
  return [...text.matchAll(ATTRIBUTE)]
    .map(([, name = '', ...values]) => ({ name: name.toLowerCase(), value: values.find(Boolean) ?? '' }))
    .filter(({ name, value }) => isSafe(name, value))
    .map(({ name, value }) => ` ${name}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`)
    .join('');
}

function isSafe(name: string, value: string): boolean {
  if (name === 'style') return value.split(';').every((one) => one.trim() === '' || SAFE_DECLARATION.test(one));
  if (name === 'srcset') return value.split(',').every((source) => SAFE_ADDRESS.test(source.trim()));
  if (ADDRESSES.has(name)) return SAFE_ADDRESS.test(value.trim());
  return ATTRIBUTES.has(name) || /^(?:data|aria)-[a-z0-9-]+$/.test(name);
}
