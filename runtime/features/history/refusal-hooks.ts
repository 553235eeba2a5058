import type { CreateHttpHooks } from '../../kernel/contract/http/http-hooks.js';
import type { Kernel } from '../../kernel/kernel.js';
import { contextWithoutRequest } from '../../kernel/util/http/context-without-request.js';
import type { AuditEntries } from './audit-entries.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const REFUSED = new Set([401, 403]);

/** Adds an audit log entry for refused writes after the response, so that no request waits for it. */
export function createRefusalHooks(
  entries: AuditEntries,
  deps: Pick<Kernel, 'clock' | 'log'>,
): CreateHttpHooks {
  return ({ addressOf }) => ({
    async answer(exchange, compute) {
      await compute();
      const { id, request, response, actor, pattern, now } = exchange;
      const isNotified = entries.takeNotified(id);
      const { method = '' } = request;
      if (isNotified || READING.has(method) || !REFUSED.has(response.statusCode)) return;
      const context = { ...contextWithoutRequest(actor, deps), now, request: { id, reason: null } };
      const details = `${response.statusCode} ${method} ${pattern ?? ''}`;
      await entries.addAlone({ kind: 'refusal', details }, { address: addressOf(request) }, context);
      entries.takeNotified(id);
    },
  });
}
