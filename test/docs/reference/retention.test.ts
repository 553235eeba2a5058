import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RetentionRule } from '../../../runtime/kernel/contract/features/retention.js';
import { projectTables } from '../../../runtime/project/project-types.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { expectPage } from './write-page.js';
import { KEPT_OTHERWISE, NAMED_BY_CONTENT } from './retention-page.js';

const PAGE = 'docs/reference/retention.md';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ isServing: false });
});
afterAll(() => app.close());

const DAY_SECONDS = 86_400;

function keepsOf(retentionRule: RetentionRule): string {
  if ('keeps' in retentionRule) return retentionRule.keeps;
  const { keepSeconds } = retentionRule;
  return keepSeconds % DAY_SECONDS === 0
    ? `${keepSeconds / DAY_SECONDS} days`
    : `${keepSeconds / 60} minutes`;
}

const whereOf = (retentionRule: RetentionRule): string =>
  'where' in retentionRule ? retentionRule.where : `\`${retentionRule.table.name}\``;

const cleanedBy = (retentionRule: RetentionRule): string =>
  'isOfMachine' in retentionRule && retentionRule.isOfMachine === true
    ? 'each serving process, at startup and every hour'
    : 'the job `cleaning`';

/** Prints the page from the declarations of the features. */
function printPage(): string {
  const rows = app.app.retention.map(
    (retentionRule) =>
      `| \`${retentionRule.name}\` | ${retentionRule.what} | ${whereOf(retentionRule)} | ${keepsOf(retentionRule)} | ${cleanedBy(retentionRule)} |`,
  );
  const table = [
    '| Name | Data | Location | Deleted after | Deleted by |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
  return `${KEPT_OTHERWISE.introduction}\n\n${table.join('\n')}\n\n${KEPT_OTHERWISE.rest}`;
}

test(`${PAGE} lists the retention of all features`, async () => {
  const schedule = app.app.scheduledJobs.find(({ name }) => name === 'cleaning')?.schedule;
  expect(schedule).toEqual({ cron: '*/5 * * * *', timeZone: 'UTC' });
  await expectPage(PAGE, printPage());
});

test(`${PAGE} lists every table that does not contain content`, () => {
  const tables = projectTables([]).map(({ name }) => name);
  const isNamed = (name: string): boolean =>
    NAMED_BY_CONTENT.has(name) || printPage().includes(`\`${name}\``);
  expect(tables.filter((name) => !isNamed(name))).toEqual([]);
});
