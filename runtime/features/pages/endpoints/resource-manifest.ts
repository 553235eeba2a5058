import type { Endpoint } from '../../../kernel/contract/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { ManifestNode } from '../manifest/build-depths.js';
import type { ReadManifest } from '../manifest/read-manifest.js';
import { structureTag } from '../../../kernel/unit-of-work/cache-tags.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import { documentTerms } from '../../../kernel/serializer/document-terms.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';

const MANIFEST = 'ResourceManifest';
/** Its nodes are nothing but addresses in their order. */
export const MANIFEST_CONTEXTS = {
  [MANIFEST]: documentTerms(MANIFEST, { iris: ['iri'], lists: ['resource_iris', 'children'] }),
};

/** `GET /_/resource_manifest/{id}`: the IRIs that a page is made of, by rendering depth (core.md section 15). */
export function createResourceManifestEndpoint(deps: {
  readonly readManifest: ReadManifest;
  readonly operations: ResourceOperations;
  readonly iris: Pick<IriConverter, 'prefix'>;
}): Endpoint {
  const context = `${deps.iris.prefix}/contexts/${MANIFEST}`;
  return {
    method: 'GET',
    pattern: '/_/resource_manifest/{id*}',
    async handle(request) {
      const { operations, readManifest } = deps;
      const asked = { key: request.parameters.id ?? '', context: request.context };
      const { depths, expiresAt } = await operations.enter(asked, ({ key, context }) =>
        readManifest(key, { context, session: operations.session }),
      );
      const tags: string[] = [];
      return {
        status: 200,
        body: { '@context': context, resource_iris: depths.map((node) => printNode(node, tags)) },
        tags,
        ...(expiresAt === undefined ? {} : { expiresAt }),
      };
    },
  };
}

function printNode({ iri, children }: ManifestNode, tags: string[]): JsonObject {
  tags.push(structureTag(iri));
  return { iri, children: children.map((child) => printNode(child, tags)) };
}
