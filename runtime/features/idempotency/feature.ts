import type { CreateFeature } from '../../kernel/feature-module.js';
import { createRunOnce } from './run-once.js';
import { describeOperation, PARAMETERS, RESPONSES } from './documentation.js';
import { createIdempotencyKeys } from './keys.js';
import { createShowByPresentRights } from './present-rights.js';
import { idempotencyTable } from './tables.js';

/** Added to the request limit, so that only crashed processes leave an expired lease. */
const MORE_MS = 10_000;

export const create: CreateFeature = ({ config, database, service, iris, answers }) => {
  const keys = createIdempotencyKeys(database, config.limits.requestMs + MORE_MS);
  const operations = () => service().operations;
  const show = createShowByPresentRights({ iris, answers, operations });
  const runOnce = createRunOnce({ keys, operations, show });
  return {
    documentation: { parameters: PARAMETERS, responses: RESPONSES, describeOperation },
    http: { hooks: () => ({ perform: runOnce }) },
    retention: [
      {
        name: 'idempotency-keys',
        what: 'Idempotency keys with their responses, which are valid for one day',
        table: idempotencyTable,
        column: 'expires_at',
        keepSeconds: 0,
      },
    ],
  };
};
