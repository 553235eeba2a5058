import { createReadStream } from 'node:fs';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { uploadFieldsOf, type UploadBatch, type Uploads } from '../../uploads/public-api.js';
import { SubmittedFile } from '../model/submitted-file.js';
import type { FormFlow } from '../../../extension-points/forms/form-flow.js';
import { parsedBody } from '../../../kernel/writes/body-result.js';

/** The records that submissions of a form are stored as. */
export interface PersistPlan {
  readonly resource: RegisteredResource;
  /** Whether the response contains the record. */
  readonly returnsData: boolean;
}

export interface PersistDeps {
  readonly uploads: Pick<Uploads, 'openBatch'>;
}

/**
 * Creates the flow that stores form values as members of a new record, like a POST with type rules, files and
 * timestamps. The caller needs no right to create records (components.md section 5.7).
 */
export function createPersistFlow(
  { resource, returnsData }: PersistPlan,
  { uploads }: PersistDeps,
): FormFlow {
  return async ({ submission, context }, work, { prepareCreate }) => {
    const batch = uploads.openBatch();
    try {
      const body = await readMembers(submission.data, resource, batch);
      return await prepareCreate({ resource, body: parsedBody(body) }, context, (store, entered) =>
        work(async (event, scope) => {
          const { after } = await store(scope);
          if (returnsData) event.result = { record: after };
          return after;
        }, entered),
      );
    } finally {
      await batch.close();
    }
  };
}

/** Stores files before the transaction opens. Files without a row at the end are deleted with the batch. */
async function readMembers(
  data: Readonly<Record<string, unknown>>,
  resource: RegisteredResource,
  batch: UploadBatch,
): Promise<JsonObject> {
  const uploadFields = new Map(uploadFieldsOf(resource).map((field) => [field.name, field]));
  const body: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(data)) {
    const field = uploadFields.get(name);
    if (!(value instanceof SubmittedFile)) {
      // Files were handled above, so the rest of a submission is JSON.
      body[name] = value as JsonValue;
    } else if (field !== undefined && field.writable) {
      const content = createReadStream(value.facts.path);
      const token = await batch.receive(field, { name: value.facts.name, content });
      if (token !== undefined) body[name] = token;
    }
  }
  return body;
}
