import type { PartAnswer } from '../../kernel/contract/http/request-part.js';
import type { Operation } from './operation.js';

/**
 * Headers that describe the response of one operation. The others concern the connection, caches or the whole batch.
 */
const SHOWN: readonly string[] = [
  ...[
    'Content-Type',
    'Content-Language',
    'Content-Location',
    'Location',
    'ETag',
    'Retry-After',
    'X-Ignored',
    'WWW-Authenticate',
  ],
];

/** Serializes one result. Bodies are already JSON and inserted unchanged. */
export function printResult({ id }: Operation, { status, headers, text }: PartAnswer): string {
  const shown = Object.fromEntries(
    SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const start = JSON.stringify({ id, status, headers: shown });
  return text === undefined ? start : `${start.slice(0, -1)},"body":${text}}`;
}

/** Serializes the result document of a completed batch. */
export function printBatch(
  operations: readonly Operation[],
  answers: readonly PartAnswer[],
  apiPrefix: string,
): string {
  const head = JSON.stringify({
    '@context': `${apiPrefix}/contexts/Batch`,
    '@id': `${apiPrefix}/_/batch`,
    '@type': 'Batch',
  });
  const results = operations.flatMap((operation, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [printResult(operation, answer)];
  });
  return `${head.slice(0, -1)},"results":[${results.join(',')}]}`;
}
