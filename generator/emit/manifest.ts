import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { contentHash } from '../model/canonicalize.js';
import type { ApiModel, ResourceNames } from '../model/types.js';
import { constant } from '../render/declarations.js';
import { createImports } from '../render/imports.js';
import { code, type Code } from '../../runtime/kernel/util/source-literal.js';
import { createSlots } from '../render/source-printer.js';
import { bannerOf, PACKAGE, type Emitter, type EmitOutput } from './emitter.js';

/**
 * `manifest.ts`: the one module that the runtime loads; it leads to all others. It names hundreds of types on a large site,
 * and most edits change no name.
 */
export const manifestEmitter: Emitter = {
  name: 'manifest',
  async emit(model, output) {
    const parts = partsOf(model);
    const modelHash = contentHash(parts);
    await output.addOrReuse({
      path: 'manifest.ts',
      modelHash,
      render: () => printManifest(parts, output),
    });
  },
};

/** The parts that the manifest is made of. */
interface ManifestParts {
  readonly resources: readonly DescriptorPlace[];
  readonly user?: DescriptorPlace;
  /** Definitions. */
  readonly forms: readonly JsonObject[];
}

type DescriptorPlace = Pick<ResourceNames, 'file' | 'descriptor'>;

function partsOf({ resources, user, forms }: ApiModel): ManifestParts {
  const placeOf = ({ names: { file, descriptor } }: { readonly names: ResourceNames }) => ({
    file,
    descriptor,
  });
  return {
    resources: resources.map(placeOf),
    ...(user === undefined ? {} : { user: placeOf(user) }),
    forms: forms.map(({ definition }) => definition),
  };
}

function printManifest(parts: ManifestParts, output: EmitOutput): string {
  const { resources, user, forms } = parts;
  const type = 'Manifest';
  const imports = createImports();
  imports.add({ module: PACKAGE, name: type, typeOnly: true });
  for (const { file, descriptor } of user === undefined ? resources : [...resources, user]) {
    imports.add({ module: `./descriptors/${file}.js`, name: descriptor });
  }
  const members = [
    { name: 'resources', value: lineByLine(resources.map(({ descriptor }) => descriptor)) },
    ...(user === undefined ? [] : [{ name: 'user', value: code(user.descriptor) }]),
    { name: 'forms', value: forms.map((definition) => ({ definition })) },
  ];
  const slots = createSlots();
  const value = slots.put(output.templates.render('object.ts', { members }));
  const description = 'Every type of this project, ordered by name.';
  return output.print({
    banner: bannerOf(''),
    imports,
    statements: [constant({ name: 'manifest', type, value, description })],
    slots,
  });
}

/** Prints one entry a line, so that two branches that each add one change different lines. */
function lineByLine(names: readonly string[]): Code {
  return code(names.length === 0 ? '[]' : `[\n${names.map((name) => `    ${name},\n`).join('')}  ]`);
}
