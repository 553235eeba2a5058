import type { DescribeOperation } from '../../kernel/contract/http/api-part.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import { problem, refusals } from '../../kernel/serializer/operation-parts.js';
import { objectOf } from '../../kernel/util/json-object.js';
import { KEY, KEY_HEADER, REPLAYED_HEADER } from './run-once.js';

export const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  IdempotencyKey: {
    name: KEY_HEADER,
    in: 'header',
    required: false,
    description: `Random text, such as a UUID. Requests with the same key run once. For 24 hours, repeated requests receive the same response with \`${REPLAYED_HEADER}: true\`, without members that the caller can no longer read. The response is 409 while the first request is in progress, and 422 if the key was used for another request.`,
    schema: { type: 'string', minLength: 16, maxLength: 255, pattern: KEY.source },
  },
};

export const RESPONSES: Readonly<Record<string, JsonObject>> = {
  RequestUnderWay: {
    ...problem(`A request with the same \`${KEY_HEADER}\` is in progress.`),
    headers: {
      'Retry-After': { description: 'Seconds until the next attempt.', schema: { type: 'integer' } },
    },
  },
};

const REFUSALS = {
  ...refusals('BadRequest', 'UnprocessableContent'),
  '409': { $ref: '#/components/responses/RequestUnderWay' },
};

/** Adds the key header and its errors to each authenticated POST. Existing descriptions of the same status remain. */
export const describeOperation: DescribeOperation = (operation, { method, authentication }) => {
  if (method !== 'POST' || authentication === 'none' || authentication === 'own') return operation;
  const { parameters, responses } = operation;
  return {
    ...operation,
    parameters: [
      ...(Array.isArray(parameters) ? parameters : []),
      { $ref: '#/components/parameters/IdempotencyKey' },
    ],
    responses: { ...REFUSALS, ...objectOf(responses) },
  };
};
