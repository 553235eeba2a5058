import type { ExpectUpdate } from '../publishing/feature.js';
import type { RequestContext } from '../../kernel/contract/context.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import type { BodySource, ResourceOperations } from '../../kernel/resource-operations.js';
import type { UploadBatch, Uploads } from './uploads.js';
import { isUploadable, uploadFieldsOf } from './uploads.js';

interface UploadOperationsDeps {
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly expectUpdate: ExpectUpdate;
}

/**
 * Does everything with files that a write needs before its transaction opens, so that no filesystem is waited for in it
 * (ADR 12): stores those in JSON bodies, copies those of a draft that is about to be made, and removes
 * afterwards what the write did not keep. Whoever may not write is refused before: storing and measuring a picture is
 * work that no stranger may ask for.
 */
export function withUploads(
  operations: ResourceOperations,
  { uploads, expectUpdate }: UploadOperationsDeps,
): ResourceOperations {
  const { assertAllowed } = operations;

  async function withBatch<Result>(write: (batch: UploadBatch) => Promise<Result>): Promise<Result> {
    const batch = uploads.openBatch();
    try {
      return await write(batch);
    } finally {
      await batch.close();
    }
  }

  const staged = <Result>(
    resource: RegisteredResource,
    sent: JsonObject,
    write: (body: JsonObject, batch: UploadBatch) => Promise<Result>,
  ): Promise<Result> => withBatch(async (batch) => write(await batch.stage(resource, sent), batch));

  /** An update with its files ready. */
  function withUpdateBatch<Result>(
    update: { readonly resource: RegisteredResource; readonly key: string; readonly body: JsonObject },
    context: RequestContext,
    write: (body: BodySource) => Promise<Result>,
  ): Promise<Result> {
    const { resource, key } = update;
    return staged(resource, update.body, async (body, batch) => {
      const expected = await expectUpdate({ resource, key, body }, context);
      if (expected !== undefined) await batch.prepareUpdate({ ...expected, resource, body, context });
      return write(() => body);
    });
  }

  return {
    ...operations,
    async create(resource, source, context) {
      const sent = readBody(resource, source);
      if (sent === undefined) return operations.create(resource, source, context);
      if (bringsFiles(resource, sent)) await assertAllowed.create(resource, context);
      return staged(resource, sent, (body) => operations.create(resource, () => body, context));
    },
    async createMany(resource, bodies, context) {
      if (!isUploadable(resource)) return operations.createMany(resource, bodies, context);
      if (bodies.some((body) => bringsFiles(resource, body))) await assertAllowed.create(resource, context);
      return withBatch(async (batch) => {
        const ready: JsonObject[] = [];
        for (const body of bodies) ready.push(await batch.stage(resource, body));
        return operations.createMany(resource, ready, context);
      });
    },
    async prepareCreate({ resource, body: source }, context, work) {
      const sent = readBody(resource, source);
      if (sent === undefined) return operations.prepareCreate({ resource, body: source }, context, work);
      return staged(resource, sent, (body) =>
        operations.prepareCreate({ resource, body: () => body }, context, work),
      );
    },
    async update(write, from) {
      const { resource } = write;
      const parsed = readBody(resource, write.body);
      if (parsed === undefined) return operations.update(write, from);
      const useCase = { key: write.key, body: () => parsed, context: from };
      return operations.enter(useCase, async ({ key: address, body: sent, context }) => {
        const brings = bringsFiles(resource, sent());
        const key = brings ? await assertAllowed.update(resource, address, context) : address;
        return withUpdateBatch({ resource, key, body: sent() }, context, (body) =>
          operations.update({ ...write, key, body }, context),
        );
      });
    },
    async prepareUpdate(write, from, work) {
      const parsed = readBody(write.resource, write.body);
      if (parsed === undefined) return operations.prepareUpdate(write, from, work);
      const useCase = { key: write.key, body: () => parsed, context: from };
      return operations.enter(useCase, async ({ key, body: sent, context }) => {
        const { resource, load } = write;
        if (bringsFiles(resource, sent())) await load(key, { session: operations.session, context });
        return withUpdateBatch({ resource, key, body: sent() }, context, (body) =>
          operations.prepareUpdate({ ...write, key, body }, context, work),
        );
      });
    },
  };
}

/** A bad body stays bad: it is reported in its turn, after the item was found and judged. */
function readBody(resource: RegisteredResource, source: BodySource): JsonObject | undefined {
  if (!isUploadable(resource)) return undefined;
  try {
    return source();
  } catch {
    return undefined;
  }
}

function bringsFiles(resource: RegisteredResource, body: JsonObject): boolean {
  return uploadFieldsOf(resource).some(({ name }) => typeof body[name] === 'string');
}
