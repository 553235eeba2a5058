import { expect, test } from 'vitest';
import { formatLine } from '../../../../runtime/console/logger.js';

test('a text log line masks secrets and contains only the stack of errors', () => {
  const err = Object.assign(new Error('driver failed'), { parameters: ['s3cret'] });
  const line = formatLine('error', {
    msg: 'request failed',
    id: 7,
    token: 's3cret',
    headers: { cookie: 's3cret', host: 'a' },
    err,
  });
  expect(line).toMatch(/^error: request failed id=7 token=\[redacted\] headers=\{.*"host":"a"\}/);
  expect(line).toContain('driver failed');
  expect(line).not.toContain('s3cret');
});
