import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { nodeVersionFault } from '../../runtime/console/command-line/node-version.js';
import { CMS } from './run-cms.js';

/** Runs the command in a Node that reports another version. */
function runAs(version: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const script = `data:text/javascript,${encodeURIComponent(pretend)}`;
  return spawnSync(process.execPath, ['--import', script, CMS, '--version'], { encoding: 'utf8' });
}

describe('cms', () => {
  test('exits in an older Node with the required version', () => {
    const { status, stderr, stdout } = runAs('18.20.4');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^cms requires Node\.js 20\.20 or newer, but this is Node\.js 18\.20\.4\. Install .*\n$/,
    );
  });

  test('runs in a supported Node', () => {
    const { status, stdout } = runAs('24.1.0');
    expect([status, stdout.startsWith('cms-api-components/')]).toEqual([0, true]);
  });
});

describe('nodeVersionFault', () => {
  test.each([
    ['18.19.0', true],
    ['20.2.0', true],
    ['20.19.9', true],
    ['20.20.0', false],
    ['20.20.2', false],
    ['22.0.0', false],
    ['100.1.0', false],
  ])('Node %s is too old: %s', (version, isTooOld) => {
    expect(nodeVersionFault(version) !== undefined).toBe(isTooOld);
  });
});
