import type { ExpectUpdate } from '../../publishing/public-api.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { WriteStage } from '../../../kernel/contract/records/writes.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { isUploadable, uploadFieldsOf, type Uploads } from '../uploads.js';

/**
 * Prepares the files of a write before its transaction opens, so that it never waits for a filesystem (ADR 12). It
 * stores the files in JSON bodies, copies those of a new draft, and afterwards deletes unused ones. Callers without
 * write access are refused first: strangers must not trigger the work of storing and measuring images.
 */
export function createUploadStage(deps: {
  readonly registry: ResourceRegistry;
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly expectUpdate: ExpectUpdate;
}): WriteStage {
  const { registry, uploads, expectUpdate } = deps;
  return {
    appliesTo: isUploadable,
    async open({ resource: { name }, key, bodies, context, evaluate }) {
      const resource = registry.require(name);
      if (bodies.some((body) => bringsFiles(resource, body))) await evaluate();
      const batch = uploads.openBatch();
      try {
        const ready: JsonObject[] = [];
        for (const sent of bodies) {
          const body = await batch.stage(resource, sent);
          const expected =
            key === undefined ? undefined : await expectUpdate({ resource, key, body }, context);
          if (expected !== undefined) await batch.prepareUpdate({ ...expected, resource, body, context });
          ready.push(body);
        }
        return { bodies: ready, close: () => batch.close() };
      } catch (error) {
        await batch.close();
        throw error;
      }
    },
  };
}

function bringsFiles(resource: ResourceDescriptor, body: JsonObject): boolean {
  return uploadFieldsOf(resource).some(({ name }) => typeof body[name] === 'string');
}
