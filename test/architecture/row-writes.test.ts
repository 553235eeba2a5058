import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Places where rows are written without `RowWriter`, and why they are not content of the site. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'runtime/adapters/persistence/':
    'the facade itself, savepoints, and migrations, which run while nothing is served',
  'runtime/kernel/records/': 'the writer of rows',
  'runtime/kernel/derived/derived-states.ts': 'which derived rows were made, by which rules: no record',
  'runtime/kernel/outbox/': 'messages about changes, which no resource shows (ADR 45)',
  'runtime/features/accounts/session-lifetime.ts': 'sessions and tokens, which no resource shows (ADR 83)',
  'runtime/kernel/jobs/schedule-store.ts': 'when jobs ran, which no resource shows (ADR 83)',
  'runtime/kernel/retention/': 'rows that features delete without a writer (ADR 83)',
  'runtime/kernel/system-resources/': 'tokens and links, which no page contains (ADR 153)',
  'runtime/kernel/throttle/': 'hits of what is limited, which no resource shows (ADR 81)',
  'runtime/features/caching/invalidation/': 'what caches of other processes drop (ADR 47)',
  'runtime/features/history/': 'what was changed, which no resource shows (ADR 95)',
  'runtime/features/idempotency/keys.ts': 'keys of requests, which no resource shows (ADR 110)',
  'runtime/features/orphans/report-store.ts': 'reports, which are not records',
  'runtime/features/pages/visibility-index/': 'data derived from records (ADR 40)',
  'runtime/features/openid-connect/identities.ts': 'who is whom elsewhere, which no resource shows (ADR 114)',
  'runtime/features/second-factors/': 'second factors of accounts, which no resource shows (ADR 115)',
  'runtime/features/webhooks/':
    'messages about changes and their deliveries: no resource exposes them (ADR 109)',
  'runtime/features/uploads/storage/file-info.ts':
    'what is known of stored files: worked out again whenever it is missing',
  'runtime/features/accounts/authentication/sessions.ts': 'sessions and their tokens: no resource shows them',
  'runtime/features/accounts/authentication/hold-account.ts':
    'the hash of a password that is stored again with other parameters',
  'runtime/features/accounts/flow-claims.ts': 'claims of mail links, which no record shows (ADR 32)',
};

/** Matches a write on a session of a transaction, or the text of one. */
const WRITES = [
  /\b(?:session|transaction)\s*\.(?:run|sendAll|insert)\(/,
  /\.sendAll\(/,
  /`(?:insert into|delete from|update) \$\{/,
];

const writesRows = (file: string): boolean => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return WRITES.some((write) => write.test(text));
};

describe('rows of resources', () => {
  const writing = sourceFiles('runtime').filter(writesRows);

  test('are written only by the row writer, which records the changes', () => {
    const allowed = Object.keys(EXCEPTIONS);
    expect(writing.filter((file) => !allowed.some((start) => file.startsWith(start)))).toEqual([]);
  });

  test('have no obsolete exceptions', () => {
    const idle = Object.keys(EXCEPTIONS).filter((start) => !writing.some((file) => file.startsWith(start)));
    expect(idle).toEqual([]);
  });

  test('are reported to the change log only by the folder of the writer', () => {
    const telling = sourceFiles('runtime').filter((file) =>
      readFileSync(join(ROOT, file), 'utf8').includes('changeLogOf('),
    );
    expect(telling.filter((file) => !file.startsWith('runtime/kernel/records/'))).toEqual([]);
  });
});

describe('state of a request or a transaction', () => {
  test('is stored on it, and not in a map beside it', () => {
    const keyed = /new WeakMap<(?:\w*Session|RequestContext|WriteScope|Actor)\b/;
    const found = sourceFiles('runtime').filter((file) => keyed.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(found).toEqual([]);
  });
});
