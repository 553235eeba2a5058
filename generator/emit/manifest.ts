import type { ApiModel } from '../model/types.js';
import { createImports } from '../render/imports.js';
import { code } from '../render/literal.js';
import { bannerOf, PACKAGE, type Emitter } from './emitter.js';

/** `manifest.ts`: the one module that the runtime loads; it leads to all others. */
export const manifestEmitter: Emitter = {
  name: 'manifest',
  emit(model, output) {
    output.add({ path: 'manifest.ts', content: output.templates.render('manifest.ts', viewOf(model)) });
    return Promise.resolve();
  },
};

function viewOf({ contentHash, resources, user, forms }: ApiModel): object {
  const imports = createImports();
  imports.add({ module: PACKAGE, name: 'Manifest', typeOnly: true });
  const controllers = user === undefined ? resources : [...resources, user];
  for (const { names } of controllers) {
    imports.add({ module: `./controllers/${names.file}.js`, name: names.descriptor });
  }
  return {
    banner: bannerOf('', contentHash),
    imports: imports.print(),
    contentHash,
    resources: resources.map(({ names }) => code(names.descriptor)),
    hasUser: user !== undefined,
    user: user === undefined ? null : code(user.names.descriptor),
    forms: forms.map(({ definition }) => definition),
  };
}
