import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMigrationConnection } from '../../runtime/adapters/persistence/migrations/index.js';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';

test('the command that migrate:run suggests adopts a database that has the tables', async () => {
  const cwd = await aProject('filled');
  const connection = await openMigrationConnection(`sqlite:${join(cwd, 'var/cms.sqlite')}`);
  await connection.query('drop table "_acb_migration"');
  await connection.close();

  const refused = await runCms(['migrate:run'], { cwd });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  const [, command = ''] = /cms (migrate:\S+)\n/.exec(refused.stderr) ?? [];
  const { code, stdout } = await runCms([command], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Recorded \S+_initial\n$/) });
  expect((await runCms([command], { cwd })).stdout).toContain('already recorded');
  expect((await runCms(['migrate:run'], { cwd })).stdout).toContain('The database is up to date.');
  expect((await runCms(['scaffold:load'], { cwd })).stdout).toContain('created nothing');

  expect(await runCms([command, 'nothing'], { cwd })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Migration nothing does not exist.'),
  });
});
