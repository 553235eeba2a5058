const MOST_ATTRIBUTES = 100;

/** Maximum length of URLs and source lists. Validation time grows faster than the length. */
const LONGEST_ADDRESS = 8_000;

const ADDRESSES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'cite',
  'action',
  'poster',
  'background',
  'data',
]);

/** Matches images in data URLs. SVG is excluded, because it can contain scripts. */
const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]*={0,2}$/;

const DECLARATION = /^(-?[a-z][a-z-]*)\s*:\s*([#\w.%,+/() -]{1,200})$/i;

/** Matches properties that move an element over others or load resources. */
const UNSAFE_PROPERTY =
  /^(?:position|z-index|behavior|-moz-binding|content|cursor|filter|(?:-webkit-|-ms-)?transform.*|translate|scale|rotate|zoom|offset.*|inset.*|top|right|bottom|left|anchor.*|mask.*|clip.*)$/i;
/** Matches values that load resources, viewport units, and numbers of five digits or more. */
const UNSAFE_VALUE =
  /url|expression|image|javascript|element\(|var\(|attr\(|\d[sdl]?v(?:w|h|i|b|min|max)\b|\d{5}/i;
/** Matches properties whose negative or long distances move an element or a link area over others. */
const DISTANCE = /^(?:margin|padding|text-indent|letter-spacing|word-spacing)/i;
const SHORT_DISTANCES =
  /^(?:(?:auto|normal|inherit|initial|\d{1,2}(?:\.\d+)?(?:em|rem|ex|ch|%|pc|cm|in)|\d{1,3}(?:\.\d+)?(?:px|pt|mm)?)(?:\s+|$))+$/i;

/** Removes attributes with unsafe values from any element. */
export function keepSafeAttributes(
  tagName: string,
  attribs: Record<string, string>,
): { readonly tagName: string; readonly attribs: Record<string, string> } {
  const names = Object.keys(attribs).slice(0, MOST_ATTRIBUTES);
  const allowed = names.flatMap((name) => {
    if (/[^a-z0-9_.:-]/i.test(name)) return [];
    const safe = safeValue(name, attribs[name] ?? '');
    return safe === undefined ? [] : [[name, safe] as const];
  });
  return { tagName, attribs: Object.fromEntries(allowed) };
}

function safeValue(name: string, value: string): string | undefined {
  if (ADDRESSES.has(name)) {
    const address = asBrowsersRead(value);
    if (/^data:/i.test(address)) return name === 'src' && DATA_PICTURE.test(address) ? address : undefined;
    return address.length <= LONGEST_ADDRESS ? value : undefined;
  }
  if (name === 'srcset')
    return value.length > LONGEST_ADDRESS || /data:/i.test(asBrowsersRead(value)) ? undefined : value;
  return name === 'style' ? safeStyle(value) : value;
}

/**
 * Strips characters that browsers ignore in URLs: tabs and line breaks anywhere, control characters and spaces at both
 * ends.
 */
const asBrowsersRead = (address: string): string =>
  address.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+|[\0-\x20]+$/g, '');

/** Keeps declarations whose values are plain words, numbers, colors and functions that load nothing. */
function safeStyle(value: string): string | undefined {
  const declarations = value.split(';').filter((one) => one.trim() !== '');
  const safe = declarations.filter((one) => {
    const [, property = '', text = ''] = DECLARATION.exec(one.trim()) ?? [];
    if (property === '' || UNSAFE_PROPERTY.test(property) || UNSAFE_VALUE.test(text)) return false;
    return !DISTANCE.test(property) || SHORT_DISTANCES.test(text);
  });
  if (safe.length === 0) return undefined;
  return safe.length === declarations.length ? value : `${safe.map((one) => one.trim()).join('; ')};`;
}
