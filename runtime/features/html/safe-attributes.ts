const MOST_ATTRIBUTES = 100;

/** Longest address and longest list of sources; checking takes time that grows faster than the length. */
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

/** Pictures that stand in the text itself. SVG is none of them, because it has scripts. */
const DATA_PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]*={0,2}$/;

const DECLARATION = /^(-?[a-z][a-z-]*)\s*:\s*([#\w.%,+/() -]{1,200})$/i;

/** Properties that put an element over others, or load something. */
const UNSAFE_PROPERTY = /^(?:position|z-index|behavior|-moz-binding|content|cursor|filter)$/i;
const UNSAFE_VALUE = /url|expression|image|javascript|element\(|var\(|attr\(/i;

/** Leaves out attributes whose values are unsafe, whatever their element. */
export function keepSafeAttributes(
  tagName: string,
  attribs: Record<string, string>,
): { readonly tagName: string; readonly attribs: Record<string, string> } {
  const names = Object.keys(attribs).slice(0, MOST_ATTRIBUTES);
  const kept = names.flatMap((name) => {
    if (/[^a-z0-9_.:-]/i.test(name)) return [];
    const safe = safeValue(name, attribs[name] ?? '');
    return safe === undefined ? [] : [[name, safe] as const];
  });
  return { tagName, attribs: Object.fromEntries(kept) };
}

function safeValue(name: string, value: string): string | undefined {
  if (ADDRESSES.has(name)) {
    const address = value.trim();
    if (/^\s*data:/i.test(value)) return name === 'src' && DATA_PICTURE.test(address) ? address : undefined;
    return address.length <= LONGEST_ADDRESS ? value : undefined;
  }
  if (name === 'srcset') return value.length <= LONGEST_ADDRESS ? value : undefined;
  return name === 'style' ? safeStyle(value) : value;
}

/** Keeps the declarations whose values are plain words, numbers, colours and functions that load nothing. */
function safeStyle(value: string): string | undefined {
  const declarations = value.split(';').filter((one) => one.trim() !== '');
  const safe = declarations.filter((one) => {
    const [, property = '', text = ''] = DECLARATION.exec(one.trim()) ?? [];
    return property !== '' && !UNSAFE_PROPERTY.test(property) && !UNSAFE_VALUE.test(text);
  });
  if (safe.length === 0) return undefined;
  return safe.length === declarations.length ? value : `${safe.map((one) => one.trim()).join('; ')};`;
}
