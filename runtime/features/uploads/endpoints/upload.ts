import type { ApiRequest, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { MULTIPART } from '../../../kernel/contract/http/media-types.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
import type { Answers } from '../../../kernel/endpoints/answers.js';
import { isMultipart } from '../../../kernel/endpoints/multipart-body.js';
import { asConditional, preconditionOf } from '../../../kernel/endpoints/conditional-writes.js';
import { conditionalOn, createEndpoint, WRITE_TYPES } from '../../../kernel/endpoints/resource-endpoints.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { parsedBody } from '../../../kernel/writes/body-result.js';
import type { WrittenItem } from '../../../kernel/writes/write-input.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { Uploads } from '../uploads.js';
import { readForm, type FormLimits } from './read-form.js';

export interface UploadEndpointDeps {
  readonly operations: ResourceOperations;
  readonly uploads: Pick<Uploads, 'openBatch'>;
  readonly answers: Pick<Answers, 'item' | 'ignored' | 'requireIfMatch'>;
  readonly limits: FormLimits;
}

/**
 * Creates `POST <type>` with a form, `POST <type>/upload` and `POST <type>/{id}/upload` (components.md section 4.2).
 * Callers without write access are refused before a byte is stored. The write authorizes again, because the record
 * may change while its files arrive.
 */
export function createUploadEndpoints(resource: RegisteredResource, deps: UploadEndpointDeps): Endpoint[] {
  if (!resource.operations.includes('upload')) return [];
  const { operations, answers } = deps;
  const conditional = conditionalOn(resource, { operations, answer: answers.item(resource) });
  const itemOf = (request: ApiRequest, key: string): WrittenItem => ({
    resource,
    key,
    precondition: preconditionOf(request, answers.requireIfMatch),
  });
  const handleForm = createFormHandler(resource, deps);
  const create = handleForm({
    assertAllowed: ({ context }) => operations.assertAllowed.create(resource, context).then(() => ''),
    write: ({ context }, { body }) => operations.create(resource, parsedBody(body), context),
  });
  const update = handleForm({
    assertAllowed: (request) =>
      operations.assertAllowed.update(itemOf(request, request.parameters.id ?? ''), request.context),
    write: (request, { key, body }) =>
      operations.update({ ...itemOf(request, key), kind: 'update', body: parsedBody(body) }, request.context),
  });
  return [
    ...(resource.operations.includes('create') ? [createFromEither(resource, deps, create)] : []),
    {
      method: 'POST',
      pattern: `${resource.path}/upload`,
      accepts: [MULTIPART],
      tokens: 'scoped',
      handle: create,
    },
    {
      method: 'POST',
      pattern: `${resource.path}/{id}/upload`,
      accepts: [MULTIPART],
      tokens: 'scoped',
      handle: (request) => asConditional(request, conditional, () => update(request)),
    },
  ];
}

type Handle = Endpoint['handle'];

/** Accepts JSON at the collection, as for any type, and forms as well (contract decision 106). */
function createFromEither(
  resource: RegisteredResource,
  { operations, answers }: UploadEndpointDeps,
  handleForm: Handle,
): Endpoint {
  const { ignored } = answers;
  const ofJson = createEndpoint(resource, { operations, ignored, answer: answers.item(resource) });
  return {
    ...ofJson,
    accepts: [...WRITE_TYPES, MULTIPART],
    handle: (request) => (isMultipart(request.headers) ? handleForm(request) : ofJson.handle(request)),
  };
}

/** A write with a form as its body. */
interface FormWrite {
  /** Returns the key of the record; empty for a new one. */
  assertAllowed(request: ApiRequest): Promise<string>;
  write(
    request: ApiRequest,
    sent: { readonly key: string; readonly body: JsonObject },
  ): Promise<Representation>;
}

/** Stores the files of the request, runs the write that references them, and deletes unused files. */
function createFormHandler(
  resource: RegisteredResource,
  { uploads, answers, limits }: UploadEndpointDeps,
): (form: FormWrite) => Handle {
  const answer = answers.item(resource);
  return ({ assertAllowed, write }) =>
    async (request) => {
      const key = await assertAllowed(request);
      const batch = uploads.openBatch();
      try {
        const body = await readForm(resource, request, { batch, limits });
        await batch.assertThere();
        const representation = await write(request, { key, body });
        const response = answer(representation, request, 201);
        return answers.ignored.inWrite({ resource, request, body, representation }, response);
      } finally {
        await batch.close();
      }
    };
}
