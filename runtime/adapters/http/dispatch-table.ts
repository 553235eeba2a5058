import type { Endpoint } from '../../kernel/contract/http/http.js';
import { InternalError } from '../../kernel/errors/internal-error.js';

/** A URL template with its methods. */
export interface UrlTemplate<Entry> {
  readonly pattern: string;
  readonly parameterNames: readonly string[];
  /** Entries by method. */
  readonly entries: ReadonlyMap<string, Entry>;
}

export interface TemplateMatch<Entry> {
  readonly template: UrlTemplate<Entry>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Path without the format extension, as used by path rules. */
  readonly path: string;
  /** Format extension of the URL (`jsonld`), if any. */
  readonly extension?: string;
}

export interface DispatchTable<Entry> {
  readonly templates: readonly UrlTemplate<Entry>[];
  /**
   * Finds the template of a path regardless of the method: literals win over `{name}`, those over `{name*}`.
   * `Allow` and 405 therefore describe exactly this URL.
   */
  find(path: string): TemplateMatch<Entry> | undefined;
}

interface Node<Entry> {
  readonly literals: Map<string, Node<Entry>>;
  parameter?: Node<Entry>;
  template?: UrlTemplate<Entry>;
  rest?: UrlTemplate<Entry>;
}

/**
 * Compiles the endpoints to a tree of path segments. The cost of a lookup depends on the length of the path,
 * not on the number of types.
 * @throws InternalError if a method of a template is declared twice.
 */
export function createDispatchTable<Entry>(
  endpoints: readonly Endpoint[],
  compile: (endpoint: Endpoint, siblings: readonly Endpoint[]) => Entry,
): DispatchTable<Entry> {
  const root: Node<Entry> = { literals: new Map() };
  const byPath = new Map<string, UrlTemplate<Entry>>();
  const templates: UrlTemplate<Entry>[] = [];
  for (const siblings of groupByPattern(endpoints)) {
    const template = buildTemplate(siblings, compile);
    templates.push(template);
    insert(root, template);
    if (template.parameterNames.length === 0) byPath.set(template.pattern, template);
  }
  const find = (path: string): TemplateMatch<Entry> | undefined => {
    const literal = byPath.get(path);
    if (literal !== undefined) return { template: literal, parameters: NO_PARAMETERS, path };
    return matchPath(root, path)[0];
  };
  return { templates, find };
}

/**
 * Groups endpoints by pattern in declaration order. `insert` reports patterns that differ only in parameter
 * names.
 */
function groupByPattern(endpoints: readonly Endpoint[]): readonly (readonly Endpoint[])[] {
  const groups = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const group = groups.get(endpoint.pattern) ?? [];
    if (group.some(({ method }) => method === endpoint.method)) {
      throw new InternalError(`${endpoint.method} ${endpoint.pattern} is declared twice.`);
    }
    groups.set(endpoint.pattern, [...group, endpoint]);
  }
  return [...groups.values()];
}

function buildTemplate<Entry>(
  siblings: readonly Endpoint[],
  compile: (endpoint: Endpoint, siblings: readonly Endpoint[]) => Entry,
): UrlTemplate<Entry> {
  const pattern = siblings[0]?.pattern ?? '/';
  const parameterNames = [...pattern.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name ?? '');
  const entries = new Map(
    siblings.map((endpoint) => [endpoint.method as string, compile(endpoint, siblings)]),
  );
  return { pattern, parameterNames, entries };
}

function insert<Entry>(root: Node<Entry>, template: UrlTemplate<Entry>): void {
  let node = root;
  for (const segment of template.pattern.slice(1).split('/')) {
    if (/^\{\w+\*\}$/.test(segment)) {
      assertFree(node.rest, template);
      node.rest = template;
      return;
    }
    if (/^\{\w+\}$/.test(segment)) {
      node.parameter ??= { literals: new Map() };
      node = node.parameter;
    } else {
      const child: Node<Entry> = node.literals.get(segment) ?? { literals: new Map() };
      node.literals.set(segment, child);
      node = child;
    }
  }
  assertFree(node.template, template);
  node.template = template;
}

function assertFree<Entry>(taken: UrlTemplate<Entry> | undefined, template: UrlTemplate<Entry>): void {
  if (taken === undefined) return;
  throw new InternalError(
    `${template.pattern} and ${taken.pattern} match the same URLs; give them one pattern.`,
  );
}

function matchPath<Entry>(root: Node<Entry>, path: string): readonly TemplateMatch<Entry>[] {
  const found: TemplateMatch<Entry>[] = [];
  const segments = path.slice(1).split('/');
  collect({ node: root, segments, position: 0, values: [] }, (template, values) => {
    found.push(withExtension(template, values, path));
  });
  return found.length > 0 ? found : matchWithoutExtension(root, segments, path);
}

const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({});
const EXTENSION = /^(.*)\.([A-Za-z0-9]{1,16})$/;

interface Walk<Entry> {
  readonly node: Node<Entry>;
  readonly segments: readonly string[];
  readonly position: number;
  readonly values: readonly string[];
}

type Found<Entry> = (template: UrlTemplate<Entry>, values: readonly string[]) => void;

function collect<Entry>({ node, segments, position, values }: Walk<Entry>, found: Found<Entry>): void {
  const segment = segments[position];
  if (segment === undefined) {
    if (node.template !== undefined) found(node.template, values);
    return;
  }
  const literal = node.literals.get(segment);
  if (literal !== undefined) collect({ node: literal, segments, position: position + 1, values }, found);
  if (node.parameter !== undefined && segment !== '') {
    collect({ node: node.parameter, segments, position: position + 1, values: [...values, segment] }, found);
  }
  if (node.rest !== undefined) {
    const rest = segments.slice(position).join('/');
    if (rest !== '') found(node.rest, [...values, rest]);
  }
}

/**
 * Splits a format extension off the path. A trailing `{id}` names an item, whose URL may have one (core.md
 * section 1.5). Other parameters (`{username}`, `{token}`, `{key}`) and `{id*}` include dots.
 */
function withExtension<Entry>(
  template: UrlTemplate<Entry>,
  values: readonly string[],
  path: string,
): TemplateMatch<Entry> {
  const parameters: Record<string, string> = {};
  template.parameterNames.forEach((name, index) => (parameters[name] = values[index] ?? ''));
  const split = template.pattern.endsWith('/{id}') ? EXTENSION.exec(values[values.length - 1] ?? '') : null;
  const [, id, extension] = split ?? [];
  if (id === undefined || id === '' || extension === undefined) return { template, parameters, path };
  const stripped = path.slice(0, -extension.length - 1);
  return { template, parameters: { ...parameters, id }, path: stripped, extension };
}

/** Matches a literal last segment with an extension: `/_/pages.jsonld` and `/.jsonld`. */
function matchWithoutExtension<Entry>(
  root: Node<Entry>,
  segments: readonly string[],
  path: string,
): readonly TemplateMatch<Entry>[] {
  const [, name, extension] = EXTENSION.exec(segments[segments.length - 1] ?? '') ?? [];
  if (name === undefined || extension === undefined) return [];
  const found: TemplateMatch<Entry>[] = [];
  const stripped = path.slice(0, -extension.length - 1);
  const shortened = [...segments.slice(0, -1), name];
  collect({ node: root, segments: shortened, position: 0, values: [] }, (template, values) => {
    if (/[^}]$/.test(template.pattern))
      found.push({ ...withExtension(template, values, stripped), extension });
  });
  return found;
}
