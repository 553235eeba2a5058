import { describe, expect, test } from 'vitest';
import {
  isPublicAddress,
  pinnedTo,
  problemOfAddress,
  resolveTarget,
} from '../../../../../runtime/features/webhooks/delivery/targets.js';
import { textOf } from '../../../../../runtime/kernel/validation/violation-at.js';

const problemOf = (address: string, allowsPrivate: boolean): string | undefined => {
  const problem = problemOfAddress(address, allowsPrivate);
  return problem === undefined ? undefined : textOf(problem).message;
};

describe('a webhook address', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://１２７.0.0.1/',
  ])('cannot lead to a private address: %s', (address) => {
    expect(problemOf(address, false)).toContain('allow_private');
    expect(problemOf(address, true)).toBeUndefined();
  });

  test.each([
    'https://example.com/hook?key=1',
    'http://93.184.216.34:8080/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'http://172.32.0.1/',
    'http://100.128.0.1/',
  ])('can lead to the public internet: %s', (address) => {
    expect(problemOf(address, false)).toBeUndefined();
  });

  test.each([
    '',
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
  ])('uses http: %s', (address) => {
    expect(problemOf(address, true)).toContain('https://');
  });

  test.each(['https://me@example.com/', 'https://me:pw@example.com/', 'https://example.com/#x'])(
    'has no credentials and no fragment: %s',
    (address) => {
      expect(problemOf(address, true)).toBeDefined();
    },
  );
});

describe('a host name', () => {
  test('that resolves to this machine is refused at lookup', async () => {
    await expect(resolveTarget('localhost', false)).rejects.toThrow('private network');
    expect((await resolveTarget('localhost', true)).length).toBeGreaterThan(0);
  });

  test('is connected at the address that was checked, even if it resolves differently later', () => {
    const lookUp = pinnedTo([{ address: '93.184.216.34', family: 4 }]);
    const answers: unknown[] = [];
    lookUp('rebound.example', { all: true }, (...answer) => answers.push(answer));
    lookUp('rebound.example', {}, (...answer) => answers.push(answer));
    expect(answers).toEqual([
      [null, [{ address: '93.184.216.34', family: 4 }]],
      [null, '93.184.216.34', 4],
    ]);
  });
});

test.each(['fe80::1%eth0', 'nonsense', ''])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
