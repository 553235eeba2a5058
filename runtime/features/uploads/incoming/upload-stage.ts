import type { ExpectUpdate } from '../../publishing/door.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { WriteStage } from '../../../kernel/contract/records/writes.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { isUploadable, uploadFieldsOf, type Uploads } from '../uploads.js';

/**
 * Does everything with files that a write needs before its transaction opens, so that no filesystem is waited for in it
 * (ADR 12): stores those in JSON bodies, copies those of a draft that is about to be made, and removes
 * afterwards what the write did not keep. Whoever may not write is refused before: storing and measuring a picture is
 * work that no stranger may ask for.
 */
export function createUploadStage(deps: {
  readonly registry: ResourceRegistry;
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly expectUpdate: ExpectUpdate;
}): WriteStage {
  const { registry, uploads, expectUpdate } = deps;
  return {
    appliesTo: isUploadable,
    async open({ resource: { name }, key, bodies, context, judge }) {
      const resource = registry.require(name);
      if (bodies.some((body) => bringsFiles(resource, body))) await judge();
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
