import type { PartAnswer } from '../../kernel/contract/http/request-part.js';
import type { Operation } from './operation.js';

/** Headers that say something about the answer of one operation; the rest is about the connection, caches or all of them. */
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

/** One result as JSON. Bodies are JSON already, and go into it as they are. */
export function printResult({ id }: Operation, { status, headers, text }: PartAnswer): string {
  const shown = Object.fromEntries(
    SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const start = JSON.stringify({ id, status, headers: shown });
  return text === undefined ? start : `${start.slice(0, -1)},"body":${text}}`;
}

/** The document of a batch that was carried out. */
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
