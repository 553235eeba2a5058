import type { DescribeOperation } from '../../../kernel/contract/http/api-part.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { objectOf } from '../../../kernel/util/json-object.js';

const TEXTS: JsonObject = { type: 'array', items: { type: 'string' } };
const MORE_ASKED: JsonObject = {
  type: 'object',
  description: 'Second factor that is required after a correct password. Absent if none is required.',
  required: ['ticket', 'expiresIn', 'methods'],
  properties: {
    ticket: { type: 'string', description: 'Continues the sign-in; valid once.' },
    expiresIn: { type: 'integer', description: 'Lifetime of the ticket in seconds.' },
    methods: { ...TEXTS, description: 'Second factors of the user, one of which is required.' },
    enrol: { ...TEXTS, description: 'Second factors that the user can add, one of which is required.' },
  },
};
const NOT_SIGNED_IN: JsonObject = {
  description:
    'The user name or password is wrong, or a second factor is required. In the second case, `mfa` describes it.',
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Unauthorized' },
          { type: 'object', properties: { mfa: MORE_ASKED } },
        ],
      },
      example: { code: 401, message: 'Invalid credentials.' },
    },
  },
};

/** Documents the second step in the response of `POST /login` (contract decision 116). */
export const describeSignIn: DescribeOperation = (operation, { method, path }) =>
  method === 'POST' && path === '/login'
    ? { ...operation, responses: { ...objectOf(operation['responses']), '401': NOT_SIGNED_IN } }
    : operation;
