import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Plugin } from '@oclif/core/config';
import { settings } from '@oclif/core/settings';

/**
 * Writes what the packages in the named folders say of their commands into `oclif.manifest.json`, where the command line looks
 * before it loads any of them. `npm run build` runs it on what it compiled.
 */
settings.enableAutoTranspile = false;
for (const folder of process.argv.slice(2)) {
  const root = resolve(folder);
  const plugin = new Plugin({ root, isRoot: true, ignoreManifest: true, errorOnManifestCreate: true });
  await plugin.load();
  await writeFile(join(root, 'oclif.manifest.json'), `${JSON.stringify(plugin.manifest)}\n`);
}
