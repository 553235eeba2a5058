import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Plugin } from '@oclif/core/config';
import { settings } from '@oclif/core/settings';

/**
 * Writes the command declarations of the packages in the given folders to `oclif.manifest.json`, which the
 * command line reads before it loads any package. `npm run build` runs it on the compiled code.
 */
settings.enableAutoTranspile = false;
for (const folder of process.argv.slice(2)) {
  const root = resolve(folder);
  const plugin = new Plugin({ root, isRoot: true, ignoreManifest: true, errorOnManifestCreate: true });
  await plugin.load();
  await writeFile(join(root, 'oclif.manifest.json'), `${JSON.stringify(plugin.manifest)}\n`);
}
