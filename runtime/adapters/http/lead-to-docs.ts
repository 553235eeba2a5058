import type { ApiResponse } from '../../kernel/contract/http/http.js';
import type { Exchange } from './exchange.js';
import { negotiateType } from './negotiation.js';
import { JSON_LD, JSON_TYPE } from '../../kernel/contract/http/media-types.js';

const HTML = 'text/html';

/**
 * Redirects browsers from `/` to the documentation below the prefix. Undefined for all other requests,
 * including those that prefer JSON.
 */
export function leadToDocs({ request }: Exchange, apiPrefix: string): ApiResponse | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || apiPrefix === '' || !/^\/(?:\?|$)/.test(request.url ?? '/')) return undefined;
  if (negotiateType(request.headers.accept, [JSON_LD, JSON_TYPE, HTML]) !== HTML) return undefined;
  return { status: 302, headers: { Location: `${apiPrefix}/docs` }, cache: 'none', vary: ['Accept'] };
}
