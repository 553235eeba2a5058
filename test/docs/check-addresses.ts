import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pluralName } from '../../generator/text/naming.js';
import { type CodeBlock, type DocPage, NEW_PROJECT, placeOf, ROOT } from './read-pages.js';
import { shellCommands } from './shell-words.js';

/** An operation of the API: its method, and a pattern of its path after the prefix. */
export interface KnownOperation {
  readonly method: string;
  readonly path: RegExp;
}

interface RequestedRequest {
  readonly method: string;
  readonly address: string;
}

const REQUEST_LINE = /^(?<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (?<address>\S+)/gm;
const NEW_TYPES = NEW_PROJECT.flatMap((layer) => readdirSync(join(ROOT, layer, 'schemas'))).map((file) =>
  basename(file, '.json'),
);
/** Flags of curl with a value in the next word. */
const WITH_VALUE =
  /^(?:-[A-Za-z]*[XHdbcouFwm]|--(?:request|header|data|data-binary|cookie|cookie-jar|output|user|form|write-out|max-time|url-query|json))$/;
const WRITES = /^(?:-[a-zA-Z]*d|-F|--data.*|--form|--json)$/;

/** Operations of an OpenAPI document. Keys of routes are paths, so they contain slashes. */
export function operationsOf(
  paths: Readonly<Record<string, object>>,
  prefix: string,
): readonly KnownOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) => {
    const own = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const isRoute = /^\/_\/(?:routes|resource_manifest|routes_manifest|page)\//.test(own);
    const pattern = own
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replaceAll(/\{[^}]*\}/g, isRoute ? '.+' : '[^/]+');
    return Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${pattern}/?$`),
    }));
  });
}

/** Problems of the requests in a block: addresses that the API does not have. */
export function addressProblems(
  block: CodeBlock,
  page: DocPage,
  operations: readonly KnownOperation[],
): readonly string[] {
  const requests = block.language === 'http' ? requestLines(block.code) : curlRequests(block.code);
  return requests
    .filter((request) => !isKnown(request, page, operations))
    .map(({ method, address }) => `${placeOf(block)}: the API has no ${method} ${address}`);
}

const requestLines = (code: string): readonly RequestedRequest[] =>
  [...code.matchAll(REQUEST_LINE)].map(({ groups }) => ({
    method: groups?.['method'] ?? '',
    address: groups?.['address'] ?? '',
  }));

function curlRequests(code: string): readonly RequestedRequest[] {
  const calls = shellCommands(code).filter(([program]) => program === 'curl');
  return calls.map((words) => {
    const given = words.indexOf('-X') >= 0 ? words[words.indexOf('-X') + 1] : undefined;
    const isWrite = words.some((word) => WRITES.test(word));
    const address = words.find(
      (word, at) => at > 0 && !word.startsWith('-') && !WITH_VALUE.test(words[at - 1] ?? ''),
    );
    return { method: given ?? (isWrite ? 'POST' : 'GET'), address: address ?? '' };
  });
}

function isKnown(
  { method, address }: RequestedRequest,
  page: DocPage,
  operations: readonly KnownOperation[],
): boolean {
  const behindHost = address.replace(/^https?:\/\/[^/$]+/, '');
  // A variable after the host contains an address from the API.
  if (behindHost !== address && behindHost.startsWith('$')) return true;
  const path = behindHost
    .replace(/^\$\{?\w+\}?(?=\/|$)/, '')
    .replace(/^\/_?api(?=\/|$)/, '')
    .replace(/[?#].*$/, '');
  if (path.startsWith('$') || path === '' || path === '/') return true;
  if (path.startsWith('/.well-known/mercure')) return true;
  const requested = method === 'HEAD' ? 'GET' : method;
  return (
    operations.some((known) => known.method === requested && known.path.test(path)) || isOfPage(path, page)
  );
}

/** Collections of the types that the page declares or a new project has, and endpoints of the page's features. */
function isOfPage(path: string, { blocks, text }: DocPage): boolean {
  const own = blocks.flatMap(({ path: file = '' }) =>
    file.startsWith('schemas/') ? basename(file, '.json') : [],
  );
  const segment = /^\/(?:component|page_data|record)\/(?<segment>[\w-]+)/.exec(path)?.groups?.['segment'];
  if (segment !== undefined) return [...own, ...NEW_TYPES].some((name) => pluralName(name) === segment);
  const patterns = [...text.matchAll(/pattern: '(\/[^{']*)/g)].map(([, start = '']) => start);
  return patterns.some((start) => path.startsWith(start));
}
