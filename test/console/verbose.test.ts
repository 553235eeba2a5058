import { describe, expect, test } from 'vitest';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';

describe('-v', () => {
  test.each(['scan-orphaned-files', 'scan-orphaned', 'doctor', 'user:create'])(
    'shows no stack of expected errors: %s',
    async (name) => {
      const cwd = await aProject('generated');
      const args = name === 'user:create' ? [name, 'a', 'a@example.com', 'long enough'] : [name];
      const { code, stderr } = await runCms([...args, '-v'], { cwd });
      expect(code).toBe(1);
      expect(stderr).toContain('Run `cms migrate:run`');
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  );
});
