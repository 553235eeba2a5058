import { randomBytes } from 'node:crypto';
import type { ContentEncoding } from '../../../kernel/contract/http/compression.js';
import type { ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { ADMIN_NAME, installCommand } from '../../../kernel/util/packages/package-root.js';
import { adminErrors } from '../errors.js';
import type { AdminFiles, ServedFile } from '../files.js';
import { answeredPolicy, fillPage, type PageSources } from '../page-text.js';

export interface PageDeps extends Pick<Kernel, 'iris' | 'ports'> {
  readonly files: AdminFiles;
  readonly sources: () => Promise<PageSources>;
}

/** File names contain a content hash, so their content never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the application (contract decision 117): one page for all paths below `/admin`, which its scripts route, and
 * its files. They are the same for every caller. Only the model depends on the caller's rights.
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
        answerFile((encoding) => deps.files.asset(file, encoding), headers, deps),
    },
    {
      ...shared,
      pattern: '/admin/own/{file*}',
      handle: ({ parameters: { file = '' }, headers }) =>
        answerFile((encoding) => deps.files.ownFile(file, encoding), headers, deps),
    },
  ];
}

/**
 * Returns whether a path can be a route of the application. Browsers send neither dot segments nor control characters.
 */
const isRoute = (path: string): boolean =>
  !/[\p{Cc}\\]/u.test(path) && path.split('/').every((segment) => segment !== '..' && segment !== '.');

async function answerPage({ files, sources, iris }: PageDeps): Promise<ApiResponse> {
  const [page, own] = await Promise.all([files.page(), files.own()]);
  if (page === undefined) throw adminErrors.notInstalled(installCommand(ADMIN_NAME));
  const nonce = randomBytes(16).toString('base64');
  const content = fillPage(page, { nonce, base: `${iris.prefix}/admin/`, api: iris.prefix, own });
  return {
    status: 200,
    content,
    contentType: 'text/html; charset=utf-8',
    cache: 'private',
    headers: {
      'Content-Security-Policy': answeredPolicy(await sources(), nonce),
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  };
}

async function answerFile(
  read: (encoding: ContentEncoding | undefined) => Promise<ServedFile | undefined>,
  headers: { readonly 'accept-encoding'?: string | string[] | undefined },
  { ports }: PageDeps,
): Promise<ApiResponse> {
  const accepted = headers['accept-encoding'];
  const encoding = ports.compression?.encodingFor(accepted === undefined ? undefined : String(accepted));
  const file = await read(encoding);
  if (file === undefined) throw notFound();
  return {
    status: 200,
    content: file.bytes,
    contentType: file.type,
    // Browsers and proxies cache these files. The response cache of the service keeps its memory for other reads.
    isVolatile: true,
    vary: ['Accept-Encoding'],
    headers: {
      'Cache-Control': FOREVER,
      ...(file.encoding === undefined ? {} : { 'Content-Encoding': file.encoding }),
    },
  };
}
