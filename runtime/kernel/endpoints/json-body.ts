import type { ApiRequest } from '../contract/http/http.js';
import type { JsonObject } from '../contract/json.js';
import type { Violation } from '../contract/records/validation.js';
import { badRequest } from '../errors/catalog.js';
import { isJsonObject, objectOf } from '../util/json-object.js';
import { createViolationList } from '../validation/violation-list.js';
import { anyObject, type Member, type Members, object, type ValuesOf } from './body-members.js';
import { WRITE_TYPES } from './resource-endpoints.js';

/** Returns the error for violations. */
export type Refuse = (violations: readonly Violation[]) => Error;

/**
 * Request body of an endpoint: its documentation and its reader.
 *
 * @example
 * const body: DeclaredBody<{ readonly name: string }> = jsonBody({ name: members.text() });
 */
export interface DeclaredBody<Value> {
  readonly accepts: readonly string[];
  /** OpenAPI request body. */
  readonly documentation: JsonObject;
  /** Schemas that `documentation` references, by name. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /** Whether the reader reports violations. */
  readonly isValidated: boolean;
  read(request: ApiRequest, refuse: Refuse): Promise<Value>;
}

/**
 * Media types, documentation and presence of a JSON body.
 *
 * @example
 * const options: JsonBodyOptions = { example: { name: 'Home' } };
 */
export interface JsonBodyOptions {
  /** Further members of the schema, such as a description. */
  readonly schema?: JsonObject;
  /** Accepted media types; default: JSON-LD and JSON. */
  readonly accepts?: readonly string[];
  /** Documented media types; default: the first accepted one. */
  readonly documented?: readonly string[];
  /** Name of the schema in the documentation; default: the schema is part of the operation. */
  readonly name?: string;
  readonly description?: string;
  readonly example?: JsonObject;
  /** Reads a request without a body as an empty object. */
  readonly mayBeEmpty?: true;
  /** Reads an absent body and other JSON as an empty object. */
  readonly isLenient?: true;
}

/**
 * Declares a JSON body with members; others are ignored.
 *
 * @example
 * const body = jsonBody({ name: members.text({ maxLength: 100 }) }, { example: { name: 'Home' } });
 */
export const jsonBody = <Declared extends Members>(
  members: Declared,
  options: JsonBodyOptions = {},
): DeclaredBody<ValuesOf<Declared>> => {
  const isValidated = Object.values(members).some(({ isLenient }) => isLenient !== true);
  return { ...bodyOf(object(members, options.schema), options), isValidated };
};

/**
 * Declares a JSON body with any members.
 *
 * @example
 * const anything = freeBody({ schema: { type: 'object' } });
 */
export const freeBody = (options: JsonBodyOptions = {}): DeclaredBody<JsonObject> =>
  bodyOf(anyObject(options.schema), options);

function bodyOf<Value>(whole: Member<Value>, options: JsonBodyOptions): DeclaredBody<Value> {
  const { accepts = WRITE_TYPES, mayBeEmpty, isLenient, name, description, example } = options;
  const documented = options.documented ?? accepts.slice(0, 1);
  const content = {
    schema: name === undefined ? whole.schema : { $ref: `#/components/schemas/${name}` },
    ...(example === undefined ? {} : { example }),
  };
  return {
    accepts,
    isValidated: false,
    documentation: {
      ...(description === undefined ? {} : { description }),
      required: mayBeEmpty !== true || whole.schema.required !== undefined,
      content: Object.fromEntries(documented.map((type) => [type, content])),
    },
    ...(name === undefined ? {} : { schemas: { [name]: whole.schema } }),
    async read(request, refuse) {
      const isRead = mayBeEmpty === true || isLenient === true;
      const given = isRead ? ((await request.jsonValue()) ?? {}) : await request.json();
      const sent = isLenient === true ? objectOf(given) : given;
      if (!isJsonObject(sent)) throw badRequest('The request body must be a JSON object.');
      const violations = createViolationList();
      const value = whole.read(sent, { violations, path: '', now: request.context.now });
      if (violations.items.length > 0) throw refuse(violations.items);
      return value as Value; // undefined only with a violation
    },
  };
}
