import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { authoredMessages } from 'cms-api-components/internal/kernel/util/failures/authored-messages.js';
import { contentHash } from '../text/canonicalize.js';
import type { ApiModel, ResourceNames } from '../model/types.js';
import { createImports } from '../render/imports.js';
import { code, type Code } from 'cms-api-components/internal/kernel/contract/code.js';
import { printString } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { bannerOf, type Emitter, type EmitOutput } from './emitter.js';
import { folderOutputs } from './folder-files.js';
import { printObjectFile } from './object-file.js';

/**
 * Emits `manifest.ts`, the only generated module that the runtime imports directly. It imports the modules of all
 * types, and most edits don't change it.
 */
export const emitManifest: Emitter = async (model, output) => {
  const { folders, ...parts } = partsOf(model, output);
  const modelHash = contentHash({ ...parts, ...folders });
  await output.addOrReuse({
    path: 'manifest.ts',
    modelHash,
    render: () => printManifest({ ...parts, folders }, output),
  });
};

interface ManifestParts {
  readonly resources: readonly DescriptorPlace[];
  readonly user?: DescriptorPlace;
  /** Definitions of the files in folders of features, by the name of the folder. */
  readonly folders: Readonly<Record<string, readonly JsonObject[]>>;
  /** Messages of constraints, to detect missing translations. */
  readonly messages?: readonly string[];
}

type DescriptorPlace = Pick<ResourceNames, 'file' | 'descriptor'>;

function partsOf(model: ApiModel, output: EmitOutput): ManifestParts {
  const { resources, user } = model;
  const placeOf = ({ names: { file, descriptor } }: { readonly names: ResourceNames }) => ({
    file,
    descriptor,
  });
  const messages = [...authoredMessages([resources, user])].sort();
  return {
    resources: resources.map(placeOf),
    ...(user === undefined ? {} : { user: placeOf(user) }),
    folders: Object.fromEntries(
      folderOutputs(model, output).map(({ folder: { name, files }, models }) => [
        name,
        models.map(({ model: one }) => files.definitionOf(one)),
      ]),
    ),
    ...(messages.length === 0 ? {} : { messages }),
  };
}

function printManifest(parts: ManifestParts, output: EmitOutput): string {
  const { resources, user, folders, messages } = parts;
  const imports = createImports();
  for (const { file, descriptor } of user === undefined ? resources : [...resources, user]) {
    imports.add({ module: `./descriptors/${file}.js`, name: descriptor });
  }
  const members = {
    resources: lineByLine(resources.map(({ descriptor }) => descriptor)),
    user: user && code(user.descriptor),
    ...Object.fromEntries(
      Object.entries(folders).map(([name, definitions]) => [
        name,
        definitions.map((definition) => ({ definition })),
      ]),
    ),
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
