import { expect, test } from 'vitest';
import { createProgressLine } from '../../../../runtime/console/base-command.js';

function lineOn(isTTY: boolean) {
  const written: string[] = [];
  const clock = { time: 0 };
  const output = { isTTY, write: (text: string) => written.push(text) };
  return { written, clock, progress: createProgressLine(output, () => clock.time) };
}

test('on a terminal, one line is updated, and removed at the end', () => {
  const { written, clock, progress } = lineOn(true);
  for (const [time, done] of [
    [50, 100],
    [150, 2000],
    [200, 2500],
    [260, 3000],
  ] as const) {
    clock.time = time;
    progress.report(done, () => 21_000);
  }
  progress.end();
  progress.end();
  expect(written).toEqual([
    '\r\u001B[K100 of 21,000 records ...',
    '\r\u001B[K2,000 of 21,000 records ...',
    '\r\u001B[K3,000 of 21,000 records ...',
    '\r\u001B[K',
  ]);
});

test('without a terminal, a line is printed every few seconds, and none for short work', () => {
  const { written, clock, progress } = lineOn(false);
  for (const [time, done] of [
    [2999, 1000],
    [3000, 2000],
    [4000, 3000],
    [6000, 4000],
  ] as const) {
    clock.time = time;
    progress.report(done, () => 21_000);
  }
  progress.end();
  expect(written).toEqual(['2,000 of 21,000 records ...\n', '4,000 of 21,000 records ...\n']);
});

test('the progress never exceeds the expected total', () => {
  const { written, clock, progress } = lineOn(false);
  clock.time = 5000;
  progress.report(12, () => 10);
  expect(written).toEqual(['12 of 12 records ...\n']);
});
