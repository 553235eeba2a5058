import { randomBytes } from 'node:crypto';
import type { ContentCoding } from '../../../kernel/contract/compression.js';
import type { ApiResponse, Endpoint } from '../../../kernel/contract/http.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { contentSecurityPolicy } from '../../../kernel/util/content-security-policy.js';
import { escapeHtml } from '../../../kernel/util/escape-html.js';
import { ADMIN_NAME, installCommand } from '../../../kernel/util/package-root.js';
import { adminErrors } from '../errors.js';
import type { AdminFiles, ServedFile } from '../files.js';

/** Where the page may load from beside the service itself. */
export interface PageSources {
  /** Origins of files. */
  readonly files: readonly string[];
  readonly hub: string | null;
  readonly frontEnd: string | null;
}

export interface PageDeps extends Pick<Kernel, 'iris' | 'ports'> {
  readonly files: AdminFiles;
  readonly sources: () => Promise<PageSources>;
}

/** Names with a hash of what they hold never hold anything else. */
const FOREVER = 'public, max-age=31536000, immutable';

/** What `index.html` has in place of what each answer has of its own. */
const PLACES = {
  nonce: '__NONCE__',
  base: '__BASE__',
  api: '__API__',
  own: '__OWN__',
  style: '<!-- own style -->',
} as const;

/**
 * The application (contract decision 117): one page for every address below `/admin`, whose own scripts route by it, and its files.
 * They are the same for everybody; what a caller may know is in the model.
 */
export function createPageEndpoints(deps: PageDeps): readonly Endpoint[] {
  const shared = { method: 'GET', authentication: 'none', produces: ['*/*'], withoutDatabase: true } as const;
  const page = () => answerPage(deps);
  return [
    { ...shared, pattern: '/admin', handle: page },
    { ...shared, pattern: '/admin/', handle: page },
    {
      ...shared,
      pattern: '/admin/{path*}',
      handle: async ({ parameters }) => {
        if (!isRoute(parameters.path ?? '')) throw notFound();
        return page();
      },
    },
    {
      ...shared,
      pattern: '/admin/assets/{file*}',
      handle: ({ parameters: { file = '' }, headers }) =>
        answerFile((coding) => deps.files.asset(file, coding), headers, deps),
    },
    {
      ...shared,
      pattern: '/admin/own/{file*}',
      handle: ({ parameters: { file = '' }, headers }) =>
        answerFile((coding) => deps.files.ownFile(file, coding), headers, deps),
    },
  ];
}

/** Whether the application may have an address: browsers send no dot segments, and no control characters. */
const isRoute = (path: string): boolean =>
  !/[\p{Cc}\\]/u.test(path) && path.split('/').every((segment) => segment !== '..' && segment !== '.');

async function answerPage({ files, sources, iris }: PageDeps): Promise<ApiResponse> {
  const [page, own] = await Promise.all([files.page(), files.own()]);
  if (page === undefined) throw adminErrors.notInstalled(installCommand(ADMIN_NAME));
  const nonce = randomBytes(16).toString('base64');
  const base = escapeHtml(`${iris.prefix}/admin/`);
  const ownAddress = (name: string): string => `${base}own/${escapeHtml(name)}`;
  const style = own?.style === undefined ? '' : `<link rel="stylesheet" href="${ownAddress(own.style)}" />`;
  const content = page
    .replaceAll(PLACES.nonce, () => nonce)
    .replaceAll(PLACES.base, () => base)
    .replaceAll(PLACES.api, () => escapeHtml(iris.prefix))
    .replaceAll(PLACES.own, () => (own === undefined ? '' : ownAddress(own.script)))
    .replaceAll(PLACES.style, () => style);
  return {
    status: 200,
    content,
    contentType: 'text/html; charset=utf-8',
    cache: 'private',
    headers: {
      'Content-Security-Policy': policyOf(nonce, await sources()),
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  };
}

function policyOf(nonce: string, { files, hub, frontEnd }: PageSources): string {
  const own = [`'self'`, `'nonce-${nonce}'`];
  return contentSecurityPolicy({
    'script-src': own,
    'style-src': own,
    'img-src': [`'self'`, 'blob:', 'data:', ...files],
    'connect-src': [`'self'`, ...files, ...(hub === null ? [] : [hub])],
    'font-src': [`'self'`],
    'frame-src': [frontEnd ?? `'none'`],
  });
}

async function answerFile(
  read: (coding: ContentCoding | undefined) => Promise<ServedFile | undefined>,
  headers: { readonly 'accept-encoding'?: string | string[] | undefined },
  { ports }: PageDeps,
): Promise<ApiResponse> {
  const accepted = headers['accept-encoding'];
  const coding = ports.compression?.codingFor(accepted === undefined ? undefined : String(accepted));
  const file = await read(coding);
  if (file === undefined) throw notFound();
  return {
    status: 200,
    content: file.bytes,
    contentType: file.type,
    // Caches of other hosts keep it; the answers of this service to all other reads need the memory more.
    isVolatile: true,
    vary: ['Accept-Encoding'],
    headers: {
      'Cache-Control': FOREVER,
      ...(file.coding === undefined ? {} : { 'Content-Encoding': file.coding }),
    },
  };
}
