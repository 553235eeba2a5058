import { CALLER_PARTS } from '../../kernel/contract/http/caller-parts.js';
import { JSON_LD } from '../../kernel/contract/http/media-types.js';
import { WRITE_TYPES } from '../../kernel/endpoints/resource-endpoints.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { CONTEXTS, RUN, SCHEMAS } from './documentation.js';
import { readOperations } from './operation.js';
import { printBatch } from './print-results.js';
import { createRunBatch } from './run-batch.js';

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
      const reading = { prefix, callerParameters: ['_switch_user', ...ofCallers] };
      return [
        {
          method: 'POST',
          pattern: '/_/batch',
          mayBePart: 'whole',
          accepts: WRITE_TYPES,
          takesLargeBodies: true,
          // Each operation is authorized like a separate request.
          tokens: 'scoped',
          documentation: RUN,
          async handle(request) {
            const sent = readOperations(await request.json(), reading);
            const answers = await run(sent, request);
            const content = printBatch(sent, answers, prefix);
            return { status: 200, content, contentType: `${JSON_LD}; charset=utf-8`, cache: 'private' };
          },
        },
      ];
    },
  };
};
