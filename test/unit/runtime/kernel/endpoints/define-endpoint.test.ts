import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ApiRequest, Endpoint } from '../../../../../runtime/kernel/contract/http/http.js';
import type { RequestedParameters } from '../../../../../runtime/kernel/contract/http/requested.js';
import type { JsonObject, JsonValue } from '../../../../../runtime/kernel/contract/json.js';
import {
  anyObject,
  boolean,
  checked,
  custom,
  dateTime,
  integer,
  iri,
  lenient,
  list,
  type Member,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid,
  worded,
} from '../../../../../runtime/kernel/endpoints/body-members.js';
import { defineEndpoint } from '../../../../../runtime/kernel/endpoints/define-endpoint.js';
import { freeBody, jsonBody } from '../../../../../runtime/kernel/endpoints/json-body.js';
import { AppError } from '../../../../../runtime/kernel/errors/app-error.js';
import { forbidden } from '../../../../../runtime/kernel/errors/catalog.js';
import { createViolationList } from '../../../../../runtime/kernel/validation/violation-list.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const ID = '3F2B8C1E-6D4A-4A57-9A0E-5B1C7D2E9F10';

/** Returns the value of a member, and its violations as `path: message`. */
function read<Value>(member: Member<Value>, sent?: JsonValue) {
  const violations = createViolationList();
  const value = member.read(sent, { violations, path: 'it', now: NOW });
  return { value, problems: violations.items.map((one) => `${one.propertyPath}: ${one.message}`) };
}

interface Sent {
  readonly body?: JsonValue;
  readonly query?: RequestedParameters;
}

/** Sends a request to an endpoint. Returns its response, or its error. */
async function send(endpoint: Endpoint, { body, query = {} }: Sent = {}) {
  const request = {
    query,
    parameters: {},
    context: { now: NOW },
    json: () => Promise.resolve(body as JsonObject), // the tests send objects
    jsonValue: () => Promise.resolve(body),
  } as unknown as ApiRequest; // the endpoints of this file read nothing else
  try {
    return await endpoint.handle(request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error;
  }
}

describe('a member', () => {
  test.each<readonly [string, Member<unknown>, JsonValue, unknown]>([
    ['text', text({ maxLength: 2 }), '😀😀', '😀😀'],
    ['IRI', iri(), '/_/pages/1', '/_/pages/1'],
    ['choice', oneOf(['a', 'b']), 'b', 'b'],
    ['integer', integer({ minimum: 1 }), 5, 5],
    ['boolean', boolean(), false, false],
    ['date-time', dateTime(), '2026-01-01', NOW],
    ['UUID', uuid(), ID, ID.toLowerCase()],
    ['object', anyObject(), { a: [1] }, { a: [1] }],
    ['list', list(uuid()), [ID], [ID.toLowerCase()]],
    ['null', nullable(dateTime()), null, null],
    ['custom value', custom({}, (value) => new Set(value as string[])), ['a'], new Set(['a'])],
  ])('reads a valid %s', (...[, member, sent, value]) => {
    expect(read(member, sent)).toEqual({ value, problems: [] });
  });

  const long = 'This value is too long. It should have 2 characters or less.';
  test.each<readonly [Member<unknown>, JsonValue | undefined, readonly string[]]>([
    [text(), undefined, ['it: This value should not be null.']],
    [text(), null, ['it: This value should not be null.']],
    [text({ minLength: 1 }), undefined, ['it: This value should not be blank.']],
    [text({ minLength: 1 }), '', ['it: This value should not be blank.']],
    [text(), 5, ['it: This value should be of type string.']],
    [text({ maxLength: 2 }), '😀😀😀', [`it: ${long}`]],
    [text(), 'a\0', ['it: This value is not valid.']],
    [oneOf(['a']), 'b', ['it: The value you selected is not a valid choice.']],
    [oneOf(['a']), 5, ['it: The value you selected is not a valid choice.']],
    [integer(), 1.5, ['it: This value should be of type int.']],
    [integer({ minimum: 1, maximum: 3 }), 4, ['it: This value should be between 1 and 3.']],
    [boolean(), 'yes', ['it: This value should be of type bool.']],
    [dateTime(), 'soon', ['it: This value is not a valid datetime.']],
    [uuid(), 'x', ['it: This value is not a valid UUID.']],
    [anyObject(), [], ['it: This value should be of type object.']],
    [list(text()), 'a', ['it: This value should be of type array.']],
    [list(text(), { maxItems: 1 }), ['a', 5], ['it: This collection should contain 1 element or less.']],
    [
      list(text()),
      ['a', 5, null],
      ['it[1]: This value should be of type string.', 'it[2]: This value should not be null.'],
    ],
    [
      object({ a: text(), b: object({ c: text() }) }),
      { b: {} },
      ['it.a: This value should not be null.', 'it.b.c: This value should not be null.'],
    ],
    [worded(integer({ minimum: 1 }), 'a number'), 0, ['it: a number']],
    [worded(text(), 'a text'), undefined, ['it: a text']],
    [optional(text()), null, ['it: This value should not be null.']],
  ])('reports an invalid value (%#)', (member, sent, problems) => {
    expect(read(member, sent).problems).toEqual(problems);
  });

  test('that is optional is undefined if it is absent', () => {
    expect(read(optional(nullable(text())))).toEqual({ value: undefined, problems: [] });
    expect(read(optional(nullable(text())), null)).toEqual({ value: null, problems: [] });
  });

  test('that is lenient is undefined if it is absent or invalid', () => {
    for (const sent of [undefined, null, 5])
      expect(read(lenient(text()), sent)).toEqual({ value: undefined, problems: [] });
  });

  test('runs the rule of a feature for valid values only', () => {
    const even = checked(integer({ maximum: 9 }), (value) =>
      value % 2 === 0 ? undefined : { message: 'Odd.', code: null },
    );
    expect(read(even, 4)).toEqual({ value: 4, problems: [] });
    expect(read(even, 5).problems).toEqual(['it: Odd.']);
    expect(read(even, 11).problems).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  const endpoint = defineEndpoint({
    method: 'POST',
    pattern: '/counters/{id}',
    summary: 'Renames a counter.',
    query: { step: optional(integer({ minimum: 1, description: 'Step.' })), isLoud: optional(boolean()) },
    body: jsonBody(
      { name: text({ minLength: 1, maxLength: 100 }), end: optional(nullable(dateTime())) },
      { name: 'Counter', example: { name: 'Home' } },
    ),
    responses: { 204: 'The counter is renamed.' },
    problems: { 404: false, 409: 'The name is taken.', 429: true },
    handle(_request, { body, query }) {
      expectTypeOf(body).toEqualTypeOf<{
        readonly name: string;
        readonly end: Date | null | undefined;
      }>();
      expectTypeOf(query.step).toEqualTypeOf<number | undefined>();
      return {
        status: 200,
        body: { name: body.name, end: body.end?.toISOString() ?? null, step: query.step },
      };
    },
  });

  test('passes the validated body and query to its handler', async () => {
    const response = await send(endpoint, {
      body: { name: 'a', end: '2026-01-01', other: 1 },
      query: { step: '2' },
    });
    expect(response).toMatchObject({ body: { name: 'a', end: NOW.toISOString(), step: 2 } });
  });

  test('reports all violations of the body', async () => {
    const error = await send(endpoint, { body: { name: '', end: 'soon' } });
    expect(error).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'name' }, { propertyPath: 'end' }],
    });
  });

  test('rejects an invalid query with 400', async () => {
    for (const query of [{ step: 'x' }, { step: '0' }, { step: ['1'] }, { isLoud: 'maybe' }])
      expect(await send(endpoint, { body: { name: 'a' }, query })).toMatchObject({ status: 400 });
  });

  test('checks access before the body', async () => {
    const guarded = defineEndpoint({
      method: 'POST',
      pattern: '/guarded',
      summary: 'Rejects everyone.',
      body: jsonBody({ name: text() }),
      responses: { 204: 'Never.' },
      authorize() {
        throw forbidden();
      },
      handle: () => ({ status: 204 }),
    });
    expect(await send(guarded, { body: {} })).toMatchObject({ status: 403 });
  });

  test('reads an absent body as an empty object if it may be empty', async () => {
    const free = defineEndpoint({
      method: 'POST',
      pattern: '/free',
      summary: 'Returns the members.',
      body: freeBody({ mayBeEmpty: true }),
      responses: { 200: 'The members.' },
      handle: (_request, { body }) => ({ status: 200, body }),
    });
    expect(await send(free)).toMatchObject({ body: {} });
    expect(await send(free, { body: { a: 1 } })).toMatchObject({ body: { a: 1 } });
    expect(await send(free, { body: [] })).toMatchObject({ status: 400 });
  });

  test('is documented by its declaration', () => {
    const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });
    expect(endpoint.accepts).toEqual(['application/ld+json', 'application/json']);
    expect(endpoint.schemas).toEqual({
      Counter: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          end: { type: ['string', 'null'], format: 'date-time' },
        },
      },
    });
    expect(endpoint.documentation).toEqual({
      summary: 'Renames a counter.',
      parameters: [
        { name: 'step', in: 'query', description: 'Step.', schema: { type: 'integer', minimum: 1 } },
        { name: 'isLoud', in: 'query', schema: { type: 'boolean' } },
      ],
      requestBody: {
        required: true,
        content: {
          'application/ld+json': {
            schema: { $ref: '#/components/schemas/Counter' },
            example: { name: 'Home' },
          },
        },
      },
      responses: {
        204: { description: 'The counter is renamed.' },
        400: ref('BadRequest'),
        403: ref('Forbidden'),
        409: {
          description: 'The name is taken.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
        415: ref('UnsupportedMediaType'),
        422: ref('UnprocessableContent'),
        429: ref('TooManyRequests'),
      },
    });
  });

  test('without authentication is documented as open', () => {
    const open = { method: 'GET', authentication: 'none', summary: 'Is open.', responses: {} } as const;
    const { documentation } = defineEndpoint({ ...open, pattern: '/open', handle: () => ({ status: 200 }) });
    expect(documentation).toEqual({ summary: 'Is open.', security: [], responses: {} });
  });
});
