import type { ApiRequest, ApiResponse, Endpoint } from '../contract/http/http.js';
import type { JsonObject } from '../contract/json.js';
import { badRequest, describeViolations, validationFailed } from '../errors/catalog.js';
import { problem, SHARED_PROBLEMS } from '../serializer/operation-parts.js';
import { createViolationList } from '../validation/violation-list.js';
import { type Members, readMembers, type ValuesOf } from './body-members.js';
import type { DeclaredBody, Refuse } from './json-body.js';

type ProblemStatus = keyof typeof SHARED_PROBLEMS;

/**
 * Validated input of a request.
 *
 * @example
 * const nameOf = ({ body }: EndpointInput<{ readonly name: string }, Record<never, never>>): string => body.name;
 */
export interface EndpointInput<Body, Query extends Members> {
  readonly body: Body;
  readonly query: ValuesOf<Query>;
}

/**
 * Declaration of an endpoint. Its validation, types and documentation follow from it.
 *
 * @example
 * const health: DeclaredEndpoint<undefined, Record<never, never>> = {
 *   method: 'GET',
 *   pattern: '/bookings/health',
 *   summary: 'Checks the booking system.',
 *   responses: { 204: 'The booking system is available.' },
 *   handle: () => ({ status: 204 }),
 * };
 */
export interface DeclaredEndpoint<Body, Query extends Members> extends Omit<
  Endpoint,
  'accepts' | 'documentation' | 'handle' | 'schemas'
> {
  /** Sentence for the documentation, such as `Lists the revisions of a page.`. */
  readonly summary: string;
  readonly description?: string;
  /** Id and tag of the operation; default: those of the feature. */
  readonly operationId?: string;
  readonly tag?: string;
  /** Descriptions of the parameters of the pattern. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** OpenAPI parameters that other code reads, such as headers. */
  readonly otherParameters?: readonly JsonObject[];
  readonly body?: DeclaredBody<Body>;
  /** Responses by status: OpenAPI responses, or the description of a response without a body. */
  readonly responses: Readonly<Record<number, JsonObject | string>>;
  /**
   * Problem responses in addition to those that follow from the endpoint, by status. `true` has the shared
   * description, and `false` removes the response.
   */
  readonly problems?: Readonly<Partial<Record<ProblemStatus, string | boolean>>> & {
    readonly 405?: string;
    readonly 409?: string;
  };
  /** Whether it requires no session; default: true if its authentication is `none` or `own`. */
  readonly isOpen?: boolean;
  /** Returns the error for violations; default: 422 for the body, 400 for the query. */
  readonly refuse?: Refuse;
  /** Checks access before the input is read, so that refused callers learn nothing about its validity. */
  readonly authorize?: (request: ApiRequest) => void | Promise<void>;
  readonly handle: (
    request: ApiRequest,
    input: EndpointInput<Body, Query>,
  ) => ApiResponse | Promise<ApiResponse>;
}

/**
 * Creates an endpoint from a declaration of its input and its responses. All violations of the input are
 * reported together, and the handler receives typed values. The OpenAPI operation includes the problem
 * responses that follow from the declaration.
 *
 * @example
 * const greet = defineEndpoint({
 *   method: 'POST',
 *   pattern: '/greetings',
 *   summary: 'Greets a person.',
 *   body: jsonBody({ name: members.text({ minLength: 1, maxLength: 100 }) }, { example: { name: 'Ada' } }),
 *   responses: { 200: 'The greeting.' },
 *   handle: (_request, { body }) => ({ status: 200, body: { text: `Hello ${body.name}` } }),
 * });
 */
export function defineEndpoint<Body = undefined, Query extends Members = Record<never, never>>(
  declared: DeclaredEndpoint<Body, Query>,
): Endpoint {
  const { body, query, refuse, authorize, handle, ...endpoint } = declared;
  return {
    ...endpoint,
    ...(body === undefined ? {} : { accepts: body.accepts }),
    ...(body?.schemas === undefined ? {} : { schemas: body.schemas }),
    documentation: operationOf(declared),
    async handle(request) {
      await authorize?.(request);
      return handle(request, {
        query: readQuery(query, request, refuse),
        body: (await body?.read(request, refuse ?? validationFailed)) as Body, // `undefined` without a body
      });
    },
  };
}

const badQuery: Refuse = (violations) => badRequest(describeViolations(violations));

function readQuery<Query extends Members>(
  members: Query | undefined,
  { query, context: { now } }: ApiRequest,
  refuse: Refuse = badQuery,
): ValuesOf<Query> {
  const declared = members ?? ({} as Query); // `Query` has no members if the declaration has no query
  const sent = Object.entries(declared).map(([name, { fromText = (text: string) => text }]) => {
    const value = query[name];
    return [name, typeof value === 'string' ? fromText(value) : value];
  });
  const violations = createViolationList();
  const values = readMembers(declared, Object.fromEntries(sent) as JsonObject, { violations, path: '', now });
  if (violations.items.length > 0) throw refuse(violations.items);
  return values;
}

/** Returns the OpenAPI operation of an endpoint. */
function operationOf<Body, Query extends Members>(declared: DeclaredEndpoint<Body, Query>): JsonObject {
  const { operationId, tag, summary, description, authentication, body, responses } = declared;
  const isOpen = declared.isOpen ?? (authentication === 'none' || authentication === 'own');
  const parameters = parametersOf(declared);
  const answers = Object.entries(responses).map(([status, response]) => [
    status,
    typeof response === 'string' ? { description: response } : response,
  ]);
  return {
    ...(operationId === undefined ? {} : { operationId }),
    ...(tag === undefined ? {} : { tags: [tag] }),
    summary,
    ...(description === undefined ? {} : { description }),
    ...(isOpen ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body.documentation }),
    responses: { ...problemsOf(declared), ...(Object.fromEntries(answers) as JsonObject) },
  };
}

function parametersOf<Body, Query extends Members>({
  parameters = {},
  query = {} as Query,
  otherParameters = [],
}: DeclaredEndpoint<Body, Query>): readonly JsonObject[] {
  const ofPath = Object.entries(parameters).map(([name, description]) => {
    return { name, in: 'path', required: true, description, schema: { type: 'string' } };
  });
  const ofQuery = Object.entries(query).map(([name, { schema: described, isOptional, isLenient }]) => {
    const { description, ...schema } = described;
    const required = isOptional === true || isLenient === true ? {} : { required: true };
    return { name, in: 'query', ...required, ...(description === undefined ? {} : { description }), schema };
  });
  return [...ofPath, ...ofQuery, ...otherParameters];
}

/** Returns the problem responses. The documentation of features adds 401. */
function problemsOf<Body, Query extends Members>(declared: DeclaredEndpoint<Body, Query>): JsonObject {
  const { pattern, authentication, isOpen, query, body, refuse, problems } = declared;
  const hasParameters = pattern.includes('{');
  const derived = {
    400: hasParameters || query !== undefined || body !== undefined,
    403: authentication !== 'none' && isOpen !== true,
    404: hasParameters,
    415: body !== undefined,
    422: body?.isValidated === true && refuse === undefined,
  };
  const all = Object.entries({ ...derived, ...problems }).flatMap(([status, stated]) => {
    if (stated === false) return [];
    const name = SHARED_PROBLEMS[Number(status) as ProblemStatus]; // 405 and 409 have descriptions
    return [
      [status, typeof stated === 'string' ? problem(stated) : { $ref: `#/components/responses/${name}` }],
    ];
  });
  return Object.fromEntries(all) as JsonObject;
}
