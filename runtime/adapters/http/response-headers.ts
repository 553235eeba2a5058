import type { AppConfig } from '../../config/app-config.js';
import type { Endpoint } from '../../kernel/contract/http/http.js';
import type { HeaderValues } from '../../kernel/contract/http/wire-answer.js';
import { acceptPostHeader } from './negotiation.js';

/** Headers of an endpoint that do not depend on the request, computed at boot (core.md section 1.6). */
export interface StaticHeaders {
  readonly always: Readonly<HeaderValues>;
  readonly vary: string;
  /** `Vary` of a successful read. */
  readonly varyOnRead: string;
}

export interface HeaderFacts {
  readonly config: Pick<AppConfig, 'apiPrefix' | 'server' | 'cacheHeaders'>;
  /** Further `Link` targets with their relations. */
  readonly links?: readonly { readonly href: string; readonly rel: string }[];
  /** Further headers in `Vary` of reads. */
  readonly vary?: readonly string[];
}

const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Builds the static headers. `siblings` are the endpoints of one URL template; empty for unknown URLs. */
export function buildStaticHeaders(siblings: readonly Endpoint[], facts: HeaderFacts): StaticHeaders {
  const post = siblings.find(({ method }) => method === 'POST');
  const patch = siblings.find(({ method }) => method === 'PATCH');
  const varied = ['Accept', 'Origin'];
  return {
    always: {
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'deny',
      Link: linkHeader(facts),
      ...(siblings.length === 0 ? {} : { Allow: allowHeader(siblings.map(({ method }) => method)) }),
      ...(patch?.accepts === undefined ? {} : { 'Accept-Patch': patch.accepts.join(', ') }),
      ...(post?.accepts === undefined ? {} : { 'Accept-Post': acceptPostHeader(post.accepts) }),
    },
    vary: varied.join(', '),
    varyOnRead: [...new Set([...varied, ...facts.config.cacheHeaders.vary, ...(facts.vary ?? [])])].join(
      ', ',
    ),
  };
}

/**
 * Builds the `Link` header. The documentation comes first, because the client's pattern is greedy and would
 * include a preceding link.
 */
function linkHeader({ config, links = [] }: HeaderFacts): string {
  const docs = `<${config.server.publicUrl}${config.apiPrefix}/docs.jsonld>`;
  const documentation = `${docs}; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`;
  return [documentation, ...links.map(({ href, rel }) => `<${href}>; rel="${rel}"`)].join(', ');
}

/** Builds the `Allow` header, such as `OPTIONS, HEAD, GET, POST`. HEAD is available where GET is. */
export function allowHeader(methods: Iterable<string>): string {
  const declared = declaredMethods(methods);
  return ['OPTIONS', ...(declared.includes('GET') ? ['HEAD'] : []), ...declared].join(', ');
}

/** Returns the methods without implied ones, in a fixed order. */
export function declaredMethods(methods: Iterable<string>): readonly string[] {
  const declared = new Set(methods);
  return METHOD_ORDER.filter((method) => declared.has(method));
}
