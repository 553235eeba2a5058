import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.js';

const RUNTIME = fileURLToPath(new URL('../../runtime/', import.meta.url));

/**
 * Types of HTTP requests. Rules and use cases receive them as `Asked`
 * (`runtime/kernel/contract/http/http/http/asked.ts`).
 */
const NOTIONS = [
  /query[ -]?string/i,
  /\bQueryParameters\b/,
  /\b(?:ApiRequest|ApiResponse)\b/,
  /\b(?:IncomingMessage|ServerResponse|(?:Incoming|Outgoing)HttpHeaders)\b/,
  /\bcontext\.query\b/,
];

/** Files and folders that use them, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'adapters/http/': 'is the adapter',
  'extension-points/forms/form-success.ts': 'lets project code answer a submission with a complete answer',
  'kernel/contract/http/http.ts':
    'defines the request of an endpoint, for endpoints of features and projects',
  'kernel/contract/http/request-part.ts': 'defines how requests of a batch are answered',
  'kernel/contract/http/http-hooks.ts': 'defines what features add to responses of the API',
  'kernel/contract/http/mount.ts':
    'is what is served beside the API, streams and files, without its endpoints',
  'index.ts': 'exports that to projects',
  'kernel/endpoints/': 'are the generic endpoints, and what those of features are made of',
  'kernel/system-resources/system-endpoints.ts': 'are the generic endpoints of system resources',
  'features/batches/': 'has endpoints, and takes requests apart',
  'features/caching/': 'has endpoints, and answers requests in front of them from memory',
  'features/collections/feature.ts':
    'has lists in components printed as HTTP prints lists, links between pages included',
  'kernel/serializer/collection-writer.ts':
    'prints a list for HTTP, with the links between its pages; the endpoint hands it what they keep',
  'kernel/util/http/bearer-token.ts': 'finds a token in the headers of a request',
  'features/admin/endpoints/': 'are endpoints',
  'features/accounts/authentication/': 'takes tokens and cookies out of the headers of requests',
  'features/accounts/endpoints/': 'are endpoints',
  'features/documentation/': 'are endpoints',
  'features/duplication/': 'has endpoints, and is made of requests of its caller',
  'features/forms/endpoints/': 'are endpoints',
  'features/forms/success/success.ts': 'lets what follows a submission be the whole answer',
  'features/history/endpoints/': 'are endpoints',
  'features/idempotency/': 'runs before endpoints, and caches their responses',
  'features/pages/endpoints/': 'are endpoints',
  'features/openid-connect/endpoints/': 'are endpoints that lead browsers on and read forms',
  'features/previews/endpoints/': 'are endpoints, and take tokens out of requests',
  'features/second-factors/endpoints/': 'are endpoints, and take tickets out of requests',
  'features/realtime/hub/':
    'is a server of streams of its own, which speaks HTTP without the endpoints of the API',
  'features/uploads/endpoints/': 'are endpoints',
  'features/webhooks/delivery/post.ts': 'sends requests of its own',
  'features/webhooks/endpoints/': 'are endpoints',
};

const files = sourceFiles('runtime').map((path) => path.slice('runtime/'.length));

const named = files.flatMap((path) => {
  const lines = readFileSync(join(RUNTIME, path), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    NOTIONS.some((notion) => notion.test(line))
      ? [{ path, line: `${path}:${index + 1} ${line.trim()}` }]
      : [],
  );
});

const allowanceOf = (path: string): string | undefined =>
  Object.keys(ALLOWED).find((allowed) =>
    allowed.endsWith('/') ? path.startsWith(allowed) : path === allowed,
  );

describe('transport', () => {
  test('does not appear in rules and use cases: no query string, header or request of HTTP', () => {
    expect(named.filter(({ path }) => allowanceOf(path) === undefined).map(({ line }) => line)).toEqual([]);
  });

  test('is used at every place that may use it', () => {
    const used = new Set(named.map(({ path }) => allowanceOf(path)));
    expect(Object.keys(ALLOWED).filter((allowed) => !used.has(allowed))).toEqual([]);
  });
});
