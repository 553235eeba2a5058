import { describe, expect, test } from 'vitest';
import { runCms } from './run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('-v', () => {
  test.each(['scan-orphaned-files', 'scan-orphaned', 'doctor', 'user:create'])(
    'shows no stack of what %s was ready to find',
    async (name) => {
      const cwd = await temporaryFolder();
      await runCms(['init', '.'], { cwd });
      expect((await runCms(['generate'], { cwd })).code).toBe(0);
      const args = name === 'user:create' ? [name, 'a', 'a@example.com', 'long enough'] : [name];
      const { code, stderr } = await runCms([...args, '-v'], { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain('Run `cms migrate:run`');
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  );
});
