import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

const ELEMENTS =
  /^(?:script|style|iframe|object|embed|base|meta|link|form|input|button|svg|math|template|noscript|xmp|plaintext|textarea|title)$/;
const ADDRESS = /^(?:href|src|action|formaction|poster|data|xlink:href|srcset|cite)$/;

/** Returns the parts of HTML that a browser would run or load, found by a browser's parser. */
export function findUnsafe(html: string): readonly string[] {
  return findIn(parseFragment(html).childNodes);
}

function findIn(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (!('tagName' in node)) return [];
    const attributes = node.attrs.flatMap(({ name, value }) =>
      isUnsafe(name, value) ? [`${name}=${value}`] : [],
    );
    return [
      ...(ELEMENTS.test(node.tagName) ? [node.tagName] : []),
      ...attributes,
      ...findIn(node.childNodes),
    ];
  });
}

function isUnsafe(name: string, value: string): boolean {
  if (name.startsWith('on') || name === 'srcdoc') return true;
  if (name === 'style') return /url|expression|position|\\/i.test(value);
  if (!ADDRESS.test(name)) return false;
  const address = value.replace(/[\u0000-\u0020]/g, '').toLowerCase();
  return (
    /^(?:javascript|vbscript):/.test(address) ||
    (address.startsWith('data:') && !/^data:image\/(?!svg)/.test(address))
  );
}
