import { CALLER_PARTS } from '../../kernel/contract/http/caller-parts.js';
import { JSON_LD } from '../../kernel/contract/http/media-types.js';
import { defineEndpoint } from '../../kernel/endpoints/define-endpoint.js';
import { jsonBody } from '../../kernel/endpoints/json-body.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { answerOf } from '../../kernel/serializer/operation-parts.js';
import { operationList } from './operation.js';
import { printBatch } from './print-results.js';
import { createRunBatch } from './run-batch.js';
import { CONTEXTS, SCHEMAS } from './schemas.js';

export const create: CreateFeature = (kernel, apis) => {
  const { prefix } = kernel.iris;
  return {
    documentation: {
      tag: { name: 'Batches', description: 'Several operations in one request.' },
      schemas: SCHEMAS,
      contexts: CONTEXTS,
    },
    endpoints({ operations, answerPart }) {
      const run = createRunBatch({ operations, reader: kernel.reader, answerPart, prefix });
      const ofCallers = apis.getAll(CALLER_PARTS).flatMap(({ parameters }) => parameters);
      const operationsSent = operationList({ prefix, callerParameters: ['_switch_user', ...ofCallers] });
      return [
        defineEndpoint({
          method: 'POST',
          pattern: '/_/batch',
          mayBePart: 'whole',
          takesLargeBodies: true,
          // Each operation is authorized like a separate request.
          tokens: 'scoped',
          summary: 'Runs several operations in one request.',
          description:
            'Runs each operation like a separate request. If one of them writes, all are stored or none: after the first failure, the response has its status, `operation` its index, and `results` its body. If all operations read, each has its own status.',
          body: jsonBody({ operations: operationsSent }, { name: 'BatchRequest' }),
          responses: {
            200: answerOf('The responses, in the order of the operations.', {
              $ref: '#/components/schemas/Batch',
            }),
          },
          problems: PROBLEMS,
          async handle(request, { body: { operations: sent } }) {
            const answers = await run(sent, request);
            const content = printBatch(sent, answers, prefix);
            return { status: 200, content, contentType: `${JSON_LD}; charset=utf-8`, cache: 'private' };
          },
        }),
      ];
    },
  };
};

const PROBLEMS = {
  400: 'The body, or that of an operation, is invalid.',
  404: 'An operation references a resource that does not exist.',
  409: 'An operation conflicts with stored data.',
  412: '`If-Match` of an operation does not match the current version.',
  413: 'The body is too large.',
  415: 'The media type of the body is not JSON.',
  422: 'The list of operations is invalid, or one of them failed.',
} as const;
