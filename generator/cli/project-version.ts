import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_NAME, packageVersion } from '../../runtime/kernel/util/package-root.js';

/**
 * Says when the command is not of the version that the project has installed: what it generates and runs may not fit what
 * the project imports. Nothing in a folder without the package.
 */
export function describeVersionDifference(project: string): string | undefined {
  const running = packageVersion();
  const installed = installedVersion(project);
  if (installed === undefined || installed === running) return undefined;
  return `This command is ${PACKAGE_NAME} ${running}, but the project has ${installed}. Run the project's own with \`npx cms\`.`;
}

function installedVersion(project: string): string | undefined {
  try {
    const path = createRequire(join(project, 'package.json')).resolve(`${PACKAGE_NAME}/package.json`);
    const { version }: { readonly version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
