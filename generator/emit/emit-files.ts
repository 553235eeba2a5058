import { join } from 'node:path';
import type { ProjectModel } from '../model/types.js';
import { createFileSet, type FileSet, type GeneratedFile } from '../output/file-set.js';
import type { OwnedFiles } from '../output/owned-files.js';
import { fileHash, textHash, untouchedText } from '../output/text-hash.js';
import { createSourcePrinter } from '../render/source-printer.js';
import type { Templates } from '../render/templates.js';
import { emitClient } from './client.js';
import { emitDescriptors } from './descriptors.js';
import { generatorHash, type Emitter, type EmitOutput, type ReusableFile } from './emitter.js';
import { emitEntities } from './entities.js';
import { emitManifest } from './manifest.js';
import { emitApiDocument } from './openapi.js';
import { emitTypes } from './types.js';
import { emitValidators } from './validators.js';

const EMITTERS: readonly Emitter[] = [
  emitEntities,
  emitValidators,
  emitDescriptors,
  emitTypes,
  emitClient,
  emitApiDocument,
  emitManifest,
];

export interface EmitInput {
  readonly model: ProjectModel;
  readonly templates: Templates;
  readonly outputDir: string;
  /** Frameworks for which the client has bindings. */
  readonly bindings?: readonly string[];
  /** Files of the last run: what equals them need not be checked again. */
  readonly previous?: OwnedFiles;
  /** They may be taken as they are; otherwise everything is rendered. */
  readonly reuse?: boolean;
}

export interface EmitResult {
  readonly files: FileSet;
  /** The files that are new or different; the others were checked when they were. */
  readonly changed: readonly GeneratedFile[];
}

/** Turns the model into the files of the output folder, in memory. */
export async function emitFiles(input: EmitInput): Promise<EmitResult> {
  const { model, templates, outputDir, previous, bindings = [], reuse = false } = input;
  const files = createFileSet();
  const changed: GeneratedFile[] = [];
  const reusable = reuse && previous?.generator === generatorHash(templates) ? previous : undefined;
  const addRendered = (file: GeneratedFile): void => {
    const hash = textHash(file.content);
    files.add({ ...file, hash });
    if (previous?.files.get(file.path)?.hash !== hash) changed.push(file);
  };
  const output: EmitOutput = {
    templates,
    bindings,
    print: createSourcePrinter(),
    add: addRendered,
    async addOrReuse(file) {
      const { path, modelHash } = file;
      const hash = reusableHash(file, outputDir, reusable);
      if (hash === undefined) addRendered({ path, modelHash, content: await file.render() });
      else files.keep({ path, modelHash, hash });
    },
    lastText: (path) => untouchedText(join(outputDir, path), reusable?.files.get(path)?.hash),
    isCurrent: (path, modelHash) => reusable?.files.get(path)?.modelHash === modelHash,
  };
  for (const emit of EMITTERS) await emit(model, output);
  return { files, changed };
}

/** Hash of the file on disk, when the last run made it from this model and nobody touched it since. */
function reusableHash(
  { path, modelHash }: ReusableFile,
  outputDir: string,
  previous: OwnedFiles | undefined,
): string | undefined {
  const owned = previous?.files.get(path);
  if (owned?.modelHash !== modelHash) return undefined;
  return fileHash(join(outputDir, path)) === owned.hash ? owned.hash : undefined;
}
