import type { FieldDescriptor, HtmlRules } from './resource.js';

/** Names of text fields that hold HTML unless `x-html` says otherwise. */
const HTML_NAME = /^html$|[a-z0-9]Html$/;

/** Returns the HTML rules of a field; undefined if it does not hold HTML. */
export function htmlRulesOf(field: FieldDescriptor): HtmlRules | undefined {
  if (field.kind !== 'scalar' || (field.type !== 'text' && field.type !== 'string')) return undefined;
  if (field.html !== undefined) return field.html === false ? undefined : field.html;
  return field.type === 'text' && field.enum === undefined && HTML_NAME.test(field.name) ? {} : undefined;
}

const UNSAFE_ELEMENTS: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'object', 'embed', 'applet', 'xmp'],
  ...[
    'plaintext',
    'title',
    'textarea',
    'svg',
    'math',
    'base',
    'meta',
    'link',
    'html',
    'head',
    'body',
    'frame',
  ],
]);
const UNSAFE_ATTRIBUTE = /^(?:on|srcdoc$|formaction$|xlink:|.*\*)/;
const UNSAFE_SCHEMES: ReadonlySet<string> = new Set(['javascript', 'vbscript', 'data', 'livescript']);

/**
 * Returns the elements, attributes and schemes of the rules that can run scripts. Projects may not allow
 * them.
 */
export function unsafeNames({ elements = {}, schemes = [] }: HtmlRules): readonly string[] {
  return [
    ...Object.keys(elements).filter((name) => UNSAFE_ELEMENTS.has(name)),
    ...Object.values(elements).flatMap((names) => names.filter((name) => UNSAFE_ATTRIBUTE.test(name))),
    ...schemes.filter((scheme) => UNSAFE_SCHEMES.has(scheme)),
  ];
}
