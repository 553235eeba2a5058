import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Endpoint } from '../../../kernel/contract/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { assertAdministrator, documented, problem, REFUSALS, TAGS } from './administrators.js';
import { readWanted } from './wanted.js';

/** A deletion of orphans, as it is asked for over HTTP. */
export interface AskedDeletion {
  /** Of the report. */
  readonly path: string;
  /** What of the body names what is to be deleted. */
  readonly member: 'iris' | 'paths';
  readonly summary: string;
  /** Names of the schemas of body and answer. */
  readonly schemas: { readonly body: string; readonly answer: string };
  /** A body that can be sent as it stands. */
  readonly example: JsonObject;
  remove(
    wanted: 'all' | readonly string[],
    context: RequestContext,
  ): Promise<{ readonly deleted: JsonObject[string]; readonly rejected: readonly object[] }>;
}

/** Deletes what a fresh scan finds orphaned; for administrators (core.md sections 14.1 and 14.2). */
export function createDeletionEndpoint({
  path,
  member,
  summary,
  schemas,
  example,
  remove,
}: AskedDeletion): Endpoint {
  return {
    method: 'POST',
    pattern: `${path}/delete`,
    accepts: ['application/json', 'application/ld+json'],
    documentation: {
      ...TAGS,
      summary,
      description:
        'What is named is looked at again first: what is needed by now stays, and is named with the reason.',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${schemas.body}` }, example },
        },
      },
      responses: {
        '200': { description: 'What was deleted, and what was not.', ...documented(schemas.answer) },
        ...REFUSALS,
        '400': problem('The body is no JSON.'),
        '415': problem('The body has another media type.'),
        '422': problem(
          `No body, or neither or both of \`${member}\` and \`all: true\` were sent; nothing is deleted.`,
        ),
      },
    },
    async handle(request) {
      assertAdministrator(request.context);
      const wanted = readWanted(await request.jsonValue(), member);
      const { deleted, rejected } = await remove(wanted, request.context);
      return { status: 200, body: { deleted, rejected: rejected.map(plain) }, cache: 'private' };
    },
  };
}

/** As JSON has it. */
export const plain = (each: object): JsonObject => ({ ...each });
