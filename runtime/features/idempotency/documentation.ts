import type { DescribeOperation } from '../../kernel/contract/http/api-part.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import { problem, refusals } from '../../kernel/serializer/operation-parts.js';
import { objectOf } from '../../kernel/util/json-object.js';
import { KEY, KEY_HEADER, REPLAYED_HEADER } from './carry-out-once.js';

export const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  IdempotencyKey: {
    name: KEY_HEADER,
    in: 'header',
    required: false,
    description: `A random text, such as a UUID: the request is carried out once, however often it is sent. For 24 hours it gets the same answer, with \`${REPLAYED_HEADER}: true\` and without what the caller may not read any more; 409 while the first one is under way, 422 where the key came with another request.`,
    schema: { type: 'string', minLength: 16, maxLength: 255, pattern: KEY.source },
  },
};

export const RESPONSES: Readonly<Record<string, JsonObject>> = {
  RequestUnderWay: {
    ...problem(`A request with the same \`${KEY_HEADER}\` is under way.`),
    headers: {
      'Retry-After': { description: 'Seconds until it is worth another try.', schema: { type: 'integer' } },
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
