import { describe, expect, test } from 'vitest';
import {
  checkRecipients,
  readRecipients,
  type WrittenRecipients,
} from '../../../../../runtime/features/orphans/recipients.js';

const KEY = 'orphaned_resources.notify.recipients';
const read = (recipients: WrittenRecipients) => ({
  recipients: readRecipients(recipients),
  problems: checkRecipients(recipients, KEY),
});

describe('recipients of the alert', () => {
  const jane = { address: 'jane@example.com', name: '' };
  const ops = { address: 'ops@example.com', name: '' };
  test.each<readonly [name: string, given: Parameters<typeof read>[0], want: unknown]>([
    ['an address', 'jane@example.com', [jane]],
    ['several addresses with commas', ' jane@example.com, ops@example.com,', [jane, ops]],
    [
      'a list with several addresses in one text',
      ['jane@example.com,ops@example.com', 'jane@example.com'],
      [jane, ops, jane],
    ],
    ['a name', 'Jane Doe <jane@example.com>', [{ ...jane, name: 'Jane Doe' }]],
    ['a quoted name with a comma', '"Doe, Jane" <jane@example.com>', [{ ...jane, name: 'Doe, Jane' }]],
    ['a quoted name with a quote', String.raw`"a \"b\"" <jane@example.com>`, [{ ...jane, name: 'a "b"' }]],
    ['no name', '<jane@example.com>', [jane]],
    ['null', null, []],
    ['nulls and spaces', [null, '', ' ', ' , '], []],
  ])('can be %s', (_name, given, want) => {
    expect(read(given)).toEqual({ recipients: want, problems: [] });
  });

  test.each<readonly [given: string, quoted: string]>([
    ['nobody', 'nobody'],
    ['ops@example.com, Jane <jane>', 'Jane <jane>'],
    ['Doe, Jane <jane@example.com>', 'Doe'],
    ['jane@example.com ops@example.com', 'jane@example.com ops@example.com'],
    ['jane@example.com; ops@example.com', 'jane@example.com; ops@example.com'],
    ['"jane@example.com', '"jane@example.com'],
    ['Jane <jane@example.com', 'Jane <jane@example.com'],
    ['Jane <>', 'Jane <>'],
    ['Jane\nBcc: <jane@example.com>', 'Jane\nBcc: <jane@example.com>'],
  ])('cannot be %j', (given, quoted) => {
    const [problem] = read([given]).problems;
    expect(problem?.key).toBe(KEY);
    expect(problem?.problem).toBe(`"${quoted}" is not a valid email address`);
  });
});
