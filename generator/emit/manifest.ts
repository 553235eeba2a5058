import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { authoredMessages } from 'cms-api-components/internal/kernel/util/failures/authored-messages.js';
import { contentHash } from '../text/canonicalize.js';
import type { ApiModel, ResourceNames } from '../model/types.js';
import { createImports } from '../render/imports.js';
import { code, printString, type Code } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { bannerOf, type Emitter, type EmitOutput } from './emitter.js';
import { printObjectFile } from './object-file.js';

/**
 * Emits `manifest.ts`, the only generated module that the runtime imports directly. It imports the modules of all
 * types, and most edits don't change it.
 */
export const emitManifest: Emitter = async (model, output) => {
  const parts = partsOf(model);
  const modelHash = contentHash(parts);
  await output.addOrReuse({
    path: 'manifest.ts',
    modelHash,
    render: () => printManifest(parts, output),
  });
};

interface ManifestParts {
  readonly resources: readonly DescriptorPlace[];
  readonly user?: DescriptorPlace;
  readonly forms: readonly JsonObject[];
  /** Messages of constraints, to detect missing translations. */
  readonly messages?: readonly string[];
}

type DescriptorPlace = Pick<ResourceNames, 'file' | 'descriptor'>;

function partsOf({ resources, user, forms }: ApiModel): ManifestParts {
  const placeOf = ({ names: { file, descriptor } }: { readonly names: ResourceNames }) => ({
    file,
    descriptor,
  });
  const messages = [...authoredMessages([resources, user])].sort();
  return {
    resources: resources.map(placeOf),
    ...(user === undefined ? {} : { user: placeOf(user) }),
    forms: forms.map(({ definition }) => definition),
    ...(messages.length === 0 ? {} : { messages }),
  };
}

function printManifest(parts: ManifestParts, output: EmitOutput): string {
  const { resources, user, forms, messages } = parts;
  const imports = createImports();
  for (const { file, descriptor } of user === undefined ? resources : [...resources, user]) {
    imports.add({ module: `./descriptors/${file}.js`, name: descriptor });
  }
  const members = {
    resources: lineByLine(resources.map(({ descriptor }) => descriptor)),
    user: user && code(user.descriptor),
    forms: forms.map((definition) => ({ definition })),
    messages: messages && lineByLine(messages.map(printString)),
  };
  const description = 'Every type of this project, ordered by name.';
  const banner = bannerOf('');
  return printObjectFile(
    { banner, imports, name: 'manifest', type: 'Manifest', description, members },
    output,
  );
}

/** Prints one entry per line, so that branches that each add an entry merge without conflicts. */
function lineByLine(names: readonly string[]): Code {
  return code(names.length === 0 ? '[]' : `[\n${names.map((name) => `    ${name},\n`).join('')}  ]`);
}
