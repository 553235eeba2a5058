import type { ApiModel } from '../model/types.js';
import { constant } from '../render/declarations.js';
import { createImports } from '../render/imports.js';
import { code } from '../render/literal.js';
import { createSlots } from '../render/source-printer.js';
import { bannerOf, PACKAGE, type Emitter, type EmitOutput } from './emitter.js';

/** `manifest.ts`: the one module that the runtime loads; it leads to all others. */
export const manifestEmitter: Emitter = {
  name: 'manifest',
  emit(model, output) {
    output.add({ path: 'manifest.ts', content: printManifest(model, output) });
    return Promise.resolve();
  },
};

function printManifest({ contentHash, resources, user, forms }: ApiModel, output: EmitOutput): string {
  const type = 'Manifest';
  const imports = createImports();
  imports.add({ module: PACKAGE, name: type, typeOnly: true });
  for (const { names } of user === undefined ? resources : [...resources, user]) {
    imports.add({ module: `./controllers/${names.file}.js`, name: names.descriptor });
  }
  for (const { names, checks } of forms) {
    if (checks.length > 0) imports.add({ module: `./validators/${names.file}.js`, name: names.checks });
  }
  const members = [
    { name: 'contentHash', value: contentHash },
    { name: 'resources', value: resources.map(({ names }) => code(names.descriptor)) },
    ...(user === undefined ? [] : [{ name: 'user', value: code(user.names.descriptor) }]),
    {
      name: 'forms',
      value: forms.map(({ names, definition, checks }) => ({
        definition,
        ...(checks.length === 0 ? {} : { checks: code(names.checks) }),
      })),
    },
  ];
  const slots = createSlots();
  const value = slots.put(output.templates.render('frozen.ts', { type, members }));
  const description = 'Every type of this project, ordered by name.';
  return output.print({
    banner: bannerOf('', contentHash),
    imports,
    statements: [constant({ name: 'manifest', type, value, description })],
    slots,
  });
}
