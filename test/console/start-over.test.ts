import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';

describe('cms dev --fresh', () => {
  test('deletes nothing and exits if the port is in use', async () => {
    const cwd = await aProject('filled');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo; // a listening TCP server has a port
    const { code, stderr } = await runCms(['dev', '--fresh', '--port', String(port)], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is already in use.`);
    expect((await runCms(['scaffold:load'], { cwd })).stdout).toContain('created nothing');
  });
});
