import {
  BulkError,
  type ImportedRecord,
  type ImportRequest,
  type ImportSite,
  type ImportSummary,
  type JsonObject,
} from 'cms-api-components';
import { describeProblems, type Problem } from './describe-problems.js';
import { type RedirectRow, readRedirectRows } from './redirect-rows.js';
import { readRedirectionJson } from './redirection-json.js';

interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  /** Whether the listed path ends with a slash, which makes it a separate route. */
  readonly endsWithSlash: boolean;
}

const ROUTE = 'Route';
/** Name of the source that the keys belong to. It must never change. */
const SOURCE = 'redirects';
const KEPT_STATUS = /^(30[1278]|permanent|temporary|)$/i;

/**
 * Converts a list of redirects to routes.
 * @throws BulkError naming all lines that cannot become redirects
 */
export async function* convertRedirects({
  files: [file],
  flags,
  site,
}: ImportRequest): AsyncGenerator<ImportedRecord, ImportSummary, void> {
  if (file === undefined) return { source: SOURCE, notices: [] };
  const { shown } = file;
  const problems: Problem[] = [];
  const report = (line: number, message: string): void => void problems.push({ file: shown, line, message });
  const redirects = new Map<string, Redirect>();
  const skipped: Problem[] = [];
  const rows = /\.json$/i.test(shown) ? await readRedirectionJson(file) : readRedirectRows(file);
  for await (const row of rows) {
    if (row.skipped !== undefined) {
      skipped.push({ file: shown, line: row.line, message: row.skipped });
      continue;
    }
    const redirect = readRow(row, site.publicUrl, (message) => report(row.line, message));
    if (redirect === undefined) continue;
    const earlier = redirects.get(redirect.from);
    if (earlier === undefined || (earlier.to === redirect.to && redirect.endsWithSlash))
      redirects.set(redirect.from, redirect);
    else if (earlier.to !== redirect.to)
      report(
        row.line,
        `${redirect.from} leads to ${redirect.to}, but line ${earlier.line} leads it to ${earlier.to}.`,
      );
  }
  const routes = await readRoutes(redirects, site);
  checkTargets(redirects, routes, report);
  problems.sort((one, other) => one.line - other.line);
  if (problems.length > 0 && flags['skip-faulty'] !== true)
    throw new BulkError(
      listed(problems, 'Nothing was stored. Fix these lines, or skip them with --skip-faulty.'),
    );
  for (const { from, to, line, endsWithSlash } of redirects.values()) {
    yield { type: ROUTE, record: recordOf(from, to, { routes, redirects }), file, line };
    if (endsWithSlash && routes.get(`${from}/`)?.isRedirect !== false)
      yield { type: ROUTE, record: recordOf(`${from}/`, to, { routes, redirects }), file, line };
  }
  return {
    source: SOURCE,
    notices: [
      ...(problems.length === 0 ? [] : [listed(problems, 'Skipped these invalid lines.')]),
      ...(skipped.length === 0 ? [] : [listed(skipped, 'Skipped these lines.')]),
    ],
  };
}

const listed = (problems: readonly Problem[], end: string): string =>
  [...describeProblems(problems), end].join('\n');

function readRow(
  { line, from, to, status }: RedirectRow,
  publicUrl: string,
  report: (message: string) => void,
): Redirect | undefined {
  const [source, target] = [pathIn(from, undefined), pathIn(to, [publicUrl, from])];
  if (typeof source !== 'object') return void report(source);
  if (!KEPT_STATUS.test(status)) return void report(`${status} is not a redirect status.`);
  if (typeof target !== 'object') return void report(target);
  if (source.path === target.path) return void report(`${source.path} leads to itself.`);
  return { line, from: source.path, to: target.path, endsWithSlash: source.endsWithSlash };
}

/**
 * Returns the decoded path of a URL without its trailing slash.
 * @param origins allowed origins; undefined allows all
 */
function pathIn(
  address: string,
  origins: readonly string[] | undefined,
): { readonly path: string; readonly endsWithSlash: boolean } | string {
  if (address === '') return 'A path is missing.';
  if (/^[a-z][a-z\d+.-]*:/i.test(address) && !/^https?:/i.test(address))
    return `${address} is not the URL of a page.`;
  let url: URL;
  try {
    url = new URL(address, 'http://site.invalid');
  } catch {
    return `${address} is not a valid URL.`;
  }
  const isAbsolute = /^(https?:)?\/\//i.test(address);
  const hosts = origins?.flatMap((origin) => (URL.canParse(origin) ? [new URL(origin).host] : []));
  if (isAbsolute && hosts !== undefined && !hosts.includes(url.host))
    return `${address} is on another site. Redirects can only lead to pages of this site.`;
  if (url.search !== '') return `${address} contains "?", which paths of routes cannot have.`;
  if (url.pathname.includes('//')) return `${address} has consecutive slashes.`;
  const path = decoded(url.pathname);
  if (path === undefined || /[?#\p{Cc}]/u.test(path)) return `${address} is not a valid path of a route.`;
  const endsWithSlash = path !== '/' && path.endsWith('/');
  return { path: endsWithSlash ? path.slice(0, -1) : path, endsWithSlash };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

interface StoredRoute {
  readonly id: string;
  readonly isRedirect: boolean;
}

type Routes = ReadonlyMap<string, StoredRoute>;

/** Returns the stored routes that the list refers to, by path. */
async function readRoutes(redirects: ReadonlyMap<string, Redirect>, site: ImportSite): Promise<Routes> {
  const paths = [...redirects.values()].flatMap(({ from, to }) => [from, `${from}/`, to]);
  const found = await site.findBy(ROUTE, 'path', paths);
  return new Map(
    found.map(({ id, values }) => [String(values['path']), { id, isRedirect: values['redirect'] !== null }]),
  );
}

/** Removes invalid redirects: paths of pages, missing targets and cycles. */
function checkTargets(
  redirects: Map<string, Redirect>,
  routes: Routes,
  report: (line: number, message: string) => void,
): void {
  const drop = ({ from, line }: Redirect, message: string): void => {
    report(line, message);
    redirects.delete(from);
  };
  for (const redirect of [...redirects.values()])
    if (routes.get(redirect.from)?.isRedirect === false)
      drop(redirect, `${redirect.from} is the path of a page.`);
  for (const redirect of [...redirects.values()]) {
    const seen = new Set([redirect.from]);
    for (let next = redirects.get(redirect.to); next !== undefined; next = redirects.get(next.to)) {
      if (seen.has(next.from)) {
        drop(redirect, `${redirect.from} is part of a redirect cycle or leads to one.`);
        break;
      }
      seen.add(next.from);
    }
  }
  // Removing a redirect invalidates the redirects that lead to it, so the check repeats.
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const redirect of [...redirects.values()])
      if (!redirects.has(redirect.to) && !routes.has(redirect.to)) {
        drop(redirect, `${redirect.to} is not a path of this site.`);
        isDone = false;
      }
  }
}

function recordOf(
  from: string,
  to: string,
  { routes, redirects }: { readonly routes: Routes; readonly redirects: ReadonlyMap<string, Redirect> },
): JsonObject {
  const keyOf = (path: string): string => routes.get(path)?.id ?? `redirect:${path}`;
  const target = redirects.has(to) || routes.has(to) ? keyOf(to) : to;
  return { '@key': keyOf(from), path: from, redirect: target };
}
