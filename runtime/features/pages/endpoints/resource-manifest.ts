import type { RequestedParameters } from '../../../kernel/contract/http/requested.js';
import type { ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { badRequest } from '../../../kernel/errors/catalog.js';
import { earliest } from '../../../kernel/util/dates/earliest.js';
import type { ReadPageDocuments } from '../manifest/read-page-documents.js';
import type { ManifestNode } from '../manifest/build-depths.js';
import type { ReadManifest } from '../manifest/read-manifest.js';
import { structureTag } from '../../../kernel/unit-of-work/cache-tags.js';
import type { Answers } from '../../../kernel/endpoints/answers.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import { documentTerms } from '../../../kernel/serializer/document-terms.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';

const MANIFEST = 'ResourceManifest';
/** Manifest nodes are IRIs, in order. */
export const MANIFEST_CONTEXTS = {
  [MANIFEST]: documentTerms(MANIFEST, { iris: ['iri'], lists: ['resource_iris', 'children', 'documents'] }),
};

/** The only value of `?embed=`. */
const DOCUMENTS = 'documents';

/**
 * Creates `GET /_/resource_manifest/{id}`, which returns the IRIs of a page by rendering depth (core.md section 15).
 * On request it embeds the documents, so that one request loads a page (contract decision 105).
 */
export function createResourceManifestEndpoint(deps: {
  readonly readManifest: ReadManifest;
  readonly readDocuments: ReadPageDocuments;
  readonly operations: ResourceOperations;
  readonly answers: Pick<Answers, 'item'>;
  readonly iris: Pick<IriConverter, 'prefix'>;
}): Endpoint {
  const context = `${deps.iris.prefix}/contexts/${MANIFEST}`;
  return {
    method: 'GET',
    pattern: '/_/resource_manifest/{id*}',
    mayBePart: true,
    tokens: 'scoped',
    async handle(request) {
      const { operations, readManifest, readDocuments } = deps;
      const { method, queryString } = request;
      const requested = { name: 'readManifest', key: request.parameters.id ?? '', context: request.context };
      const withDocuments = asksForDocuments(request.query);
      const { manifest, shown } = await operations.enter(requested, async ({ key, context: caller }) => {
        const finding = readManifest(key, { context: caller, session: operations.sessionFor(caller) });
        if (!withDocuments) return { manifest: await finding, shown: [] };
        const expected = readDocuments.expect(key, caller);
        const manifest = await finding.catch((error: unknown) => {
          readDocuments.forget(key);
          throw error;
        });
        const page = { address: key, depths: manifest.depths };
        return { manifest, shown: await readDocuments.read(page, expected, caller) };
      });
      const answers = shown.map(({ resource, representation, context: seen }) =>
        deps.answers.item(resource)(representation, { method, queryString, context: seen }, 200),
      );
      const tags: string[] = [];
      const resource_iris = manifest.depths.map(({ root }) => printNode(root, tags));
      const documents = withDocuments ? { documents: answers.flatMap(({ body }) => body ?? []) } : {};
      const body = { '@context': context, resource_iris, ...documents };
      return { status: 200, body, ...joinFacts({ tags, expiresAt: manifest.expiresAt }, answers) };
    },
  };
}

/** @throws AppError 400 for any value except "documents" */
function asksForDocuments({ embed }: RequestedParameters): boolean {
  if (embed === undefined) return false;
  if (embed === DOCUMENTS) return true;
  throw badRequest(`embed: "documents" is the only value.`);
}

/**
 * Combines the caching facts of the manifest and its embedded documents. `path` is left out, because each depth sets
 * its own.
 */
function joinFacts(
  own: { readonly tags: readonly string[]; readonly expiresAt: Date | undefined },
  answers: readonly ApiResponse[],
): Pick<ApiResponse, 'tags' | 'vary' | 'cache' | 'expiresAt' | 'isVolatile'> {
  const vary = new Set(answers.flatMap((answer) => answer.vary ?? []));
  vary.delete('path');
  const expiresAt = answers.reduce((moment, answer) => earliest(moment, answer.expiresAt), own.expiresAt);
  return {
    tags: [...own.tags, ...answers.flatMap(({ tags = [] }) => [...tags])],
    vary: [...vary],
    ...(answers.some(({ cache }) => cache === 'user') ? { cache: 'user' } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(answers.some(({ isVolatile }) => isVolatile === true) ? { isVolatile: true } : {}),
  };
}

function printNode({ iri, children }: ManifestNode, tags: string[]): JsonObject {
  tags.push(structureTag(iri));
  return { iri, children: children.map((child) => printNode(child, tags)) };
}
