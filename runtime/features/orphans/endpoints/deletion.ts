import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { validationFailed } from '../../../kernel/errors/catalog.js';
import { objectOf } from '../../../kernel/util/json-object.js';
import { problem } from '../../../kernel/serializer/operation-parts.js';
import { assertAdministrator } from '../../../kernel/endpoints/assert-administrator.js';
import { documented, REFUSALS } from './operation-parts.js';

/** Parameters of an endpoint that deletes orphans. */
export interface RequestedDeletion {
  /** Path of the report; the endpoint is `{path}/delete`. */
  readonly path: string;
  /** Body field that lists the orphans to delete. */
  readonly member: 'iris' | 'paths';
  readonly summary: string;
  /** Schema names of the request body and the response. */
  readonly schemas: { readonly body: string; readonly answer: string };
  /** Example body for the documentation. */
  readonly example: JsonObject;
  remove(
    selection: 'all' | readonly string[],
    context: RequestContext,
  ): Promise<{ readonly deleted: JsonObject[string]; readonly rejected: readonly object[] }>;
}

/**
 * Creates an endpoint that runs a new scan and deletes its orphans. For administrators (core.md sections 14.1
 * and 14.2).
 */
export function createDeletionEndpoint({
  path,
  member,
  summary,
  schemas,
  example,
  remove,
}: RequestedDeletion): Endpoint {
  return {
    method: 'POST',
    pattern: `${path}/delete`,
    accepts: ['application/json', 'application/ld+json'],
    documentation: {
      summary,
      description:
        'Requires an administrator. A new scan runs first. Entries that are no longer orphaned are kept and listed with the reason.',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${schemas.body}` }, example },
        },
      },
      responses: {
        '200': { description: 'The deleted and rejected entries.', ...documented(schemas.answer) },
        ...REFUSALS,
        '400': problem('The body is not valid JSON.'),
        '415': problem('The media type of the body is not supported.'),
        '422': problem(`Neither or both of \`${member}\` and \`all: true\` were sent. Nothing is deleted.`),
      },
    },
    async handle(request) {
      assertAdministrator(request);
      const selection = readSelection(await request.jsonValue(), member);
      const { deleted, rejected } = await remove(selection, request.context);
      return { status: 200, body: { deleted, rejected: rejected.map(plain) }, cache: 'private' };
    },
  };
}

/** Copies an object into a JSON object. */
export const plain = (each: object): JsonObject => ({ ...each });

/**
 * Reads the orphans to delete: those in the list `member`, or all. @throws AppError 422 if the body has
 * neither or both
 */
function readSelection(body: JsonValue | undefined, member: 'iris' | 'paths'): 'all' | readonly string[] {
  // A missing body, or one that is not an object, selects nothing.
  const { [member]: list, all } = objectOf(body);
  const isIris = member === 'iris';
  const problem = (propertyPath: string, message: string) =>
    validationFailed([{ propertyPath, message, code: null }]);
  if (list !== undefined && all !== undefined)
    throw problem(
      'all',
      isIris ? 'Send either iris or all, not both.' : 'Send either paths or all, not both.',
    );
  if (all === true) return 'all';
  if (all !== undefined) throw problem('all', 'This value should be true.');
  if (!Array.isArray(list) || list.length === 0)
    throw problem(
      member,
      isIris
        ? 'Send a list of IRIs, or all with the value true.'
        : 'Send a list of paths, or all with the value true.',
    );
  const wrong = list.findIndex((each) => typeof each !== 'string' || each.trim() === '');
  if (wrong !== -1)
    throw problem(
      `${member}[${wrong}]`,
      isIris ? 'This value should be an IRI.' : 'This value should be a path.',
    );
  return list as readonly string[]; // each was checked above
}
