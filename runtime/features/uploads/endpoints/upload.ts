import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { Representation } from '../../../kernel/contract/operations.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { UploadBatch, Uploads } from '../uploads.js';
import { uploadFieldsOf } from '../uploads.js';
import type { AppError } from '../../../kernel/errors/app-error.js';
import { badRequest } from '../../../kernel/errors/catalog.js';
import type { ReportIgnored } from '../../../kernel/endpoints/report-ignored.js';
import { readMultipart } from '../../../kernel/endpoints/multipart-body.js';
import { MULTIPART } from '../../../kernel/contract/media-types.js';

export interface UploadEndpointDeps {
  readonly operations: ResourceOperations;
  readonly uploads: Uploads;
  readonly report: ReportIgnored;
  /** Largest body in bytes. */
  readonly maxBytes: number;
  /** Prints the record that a write ended with. */
  readonly answer: (representation: Representation, request: ApiRequest, status: number) => ApiResponse;
}

/**
 * `POST <type>/upload` and `POST <type>/{id}/upload` (components.md section 4.2). Whoever may not write is refused before
 * a byte is stored; the write judges once more, because the record may change while its files arrive.
 */
export function createUploadEndpoints(resource: RegisteredResource, deps: UploadEndpointDeps): Endpoint[] {
  if (!resource.operations.includes('upload')) return [];
  const { operations } = deps;
  const respond = ({ written, unknown }: Uploaded, request: ApiRequest): ApiResponse =>
    deps.report(request, { unknown }, deps.answer(written, request, 201));
  return [
    {
      method: 'POST',
      pattern: `${resource.path}/upload`,
      accepts: [MULTIPART],
      async handle(request) {
        await operations.assertAllowed.create(resource, request.context);
        const uploaded = await withFiles({ resource, request }, deps, (body) =>
          operations.create(resource, () => body, request.context),
        );
        return respond(uploaded, request);
      },
    },
    {
      method: 'POST',
      pattern: `${resource.path}/{id}/upload`,
      accepts: [MULTIPART],
      async handle(request) {
        const sent = request.parameters.id ?? '';
        const key = await operations.assertAllowed.update(resource, sent, request.context);
        const uploaded = await withFiles({ resource, request }, deps, (body) =>
          operations.update({ kind: 'update', resource, key, body: () => body }, request.context),
        );
        return respond(uploaded, request);
      },
    },
  ];
}

/** A write with the names of the parts that nothing looked at. */
interface Uploaded {
  readonly written: Representation;
  readonly unknown: readonly string[];
}

/** Stores the files of the request, runs the write that refers to them, and removes what it left unused. */
async function withFiles(
  { resource, request }: { readonly resource: RegisteredResource; readonly request: ApiRequest },
  { uploads, maxBytes }: UploadEndpointDeps,
  write: (body: JsonObject) => Promise<Representation>,
): Promise<Uploaded> {
  const batch = uploads.openBatch();
  try {
    const { body, unknown } = await receiveFiles(resource, request, { batch, limit: maxBytes });
    await batch.assertThere();
    return { written: await write(body), unknown };
  } finally {
    await batch.close();
  }
}

async function receiveFiles(
  resource: RegisteredResource,
  request: ApiRequest,
  { batch, limit }: { readonly batch: UploadBatch; readonly limit: number },
): Promise<{ readonly body: JsonObject; readonly unknown: readonly string[] }> {
  const fields = new Map(uploadFieldsOf(resource).map((field) => [field.name, field]));
  const body: Record<string, JsonValue> = {};
  const unknown: string[] = [];
  await readMultipart(request.raw, {
    limit,
    onText: ({ name }) => void unknown.push(name),
    async onFile({ field: part, name, content }) {
      const field = fields.get(part);
      if (field === undefined) throw unknownField(part, resource, [...fields.keys()]);
      if (Object.hasOwn(body, part))
        throw badRequest(`The form has more than one file for "${part}".`, 'REQUEST.REPEATED_FILE');
      const token = await batch.receive(field, { name, content });
      if (token !== undefined) body[part] = token;
    },
  });
  return { body, unknown };
}

/** A file that would be thrown away in silence is one that somebody misses (contract decision 76). */
function unknownField(part: string, { name }: RegisteredResource, fields: readonly string[]): AppError {
  const listed = fields.map((field) => `"${field}"`).join(', ');
  const sent = JSON.stringify(part.slice(0, 100));
  const message = `${sent} is no upload field of ${name}. Send the file as ${listed}.`;
  return badRequest(message, 'REQUEST.UNKNOWN_UPLOAD_FIELD');
}
