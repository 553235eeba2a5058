import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../publishing/support.js';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

const clock = createTestClock();
let app: FormsApp;
let booking: string;
beforeAll(async () => {
  // Noon, so that the hours below stay within the day.
  const hour = 3_600_000;
  clock.forward(24 * hour - (clock.now().getTime() % (24 * hour)) + 12 * hour);
  app = await startFormsApp({ clock });
  booking = await app.aForm('BookingType');
});
afterAll(() => app.close());

const dayIn = (days: number): string =>
  new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

async function errorsOf(field: string, value: string): Promise<readonly string[]> {
  const answer = await app.patch(`${booking}/submit`, { booking: { [field]: value } });
  return nodeOf(answer, field).vars.errors;
}

test('a constraint compares a date with today', async () => {
  expect(await errorsOf('day', dayIn(0))).toEqual([]);
  expect(await errorsOf('day', dayIn(7))).toEqual([]);
  for (const days of [-1, 8])
    expect(await errorsOf('day', dayIn(days))).toEqual([
      expect.stringMatching(/^This value should be between .*12:00 AM and .*12:00 AM\.$/),
    ]);
});

test('the limits are formatted in the language of the message', async () => {
  const german = { headers: { 'accept-language': 'de' } };
  const answer = await app.patch(`${booking}/submit`, { booking: { day: dayIn(-1) } }, german);
  expect(nodeOf(answer, 'day').vars.errors).toEqual([
    expect.stringMatching(
      /^Dieser Wert sollte zwischen \d\d\.\d\d\.\d{4}, 00:00 und \d\d\.\d\d\.\d{4}, 00:00 \S+\.$/,
    ),
  ]);
});

test('a constraint compares a date-time with now', async () => {
  expect(await errorsOf('at', `${dayIn(0)}T15:00`)).toEqual([]);
  expect(await errorsOf('at', `${dayIn(0)}T13:00`)).toEqual([
    expect.stringMatching(/^This value should be greater than .*\.$/),
  ]);
});

test('the limits follow the clock', async () => {
  const day = dayIn(0);
  expect(await errorsOf('day', day)).toEqual([]);
  clock.forward(86_400_000);
  expect(await errorsOf('day', day)).toHaveLength(1);
});
