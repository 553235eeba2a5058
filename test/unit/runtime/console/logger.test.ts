import { expect, test } from 'vitest';
import { formatLine } from '../../../../runtime/console/logger.js';

test('a line for people blanks secrets and leaves out what errors carry beside their stack', () => {
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
