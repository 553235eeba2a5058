import { join } from 'node:path';
import { BUILT_IN_FOLDERS } from '../built-in-folders.js';
import type { ProjectModel } from '../model/types.js';
import { createFileSet, type FileSet, type GeneratedFile } from '../output/file-set.js';
import type { OwnedFiles } from '../output/owned-files.js';
import { fileHash, textHash, untouchedText } from '../text/text-hash.js';
import { createSourcePrinter } from '../render/source-printer.js';
import type { Templates } from '../render/templates.js';
import type { LoadedFolder } from '../schema-folders.js';
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
  /** Frameworks with client bindings. */
  readonly bindings?: readonly string[];
  /** Folders of features; default: those of the built-in ones. */
  readonly folders?: readonly LoadedFolder[];
  /** Files of the last run. Identical files aren't checked again. */
  readonly previous?: OwnedFiles;
  /** Allows reuse of the previous files. Otherwise everything is rendered. */
  readonly reuse?: boolean;
}

export interface EmitResult {
  readonly files: FileSet;
  /** New or changed files. The others passed their checks in an earlier run. */
  readonly changed: readonly GeneratedFile[];
}

/** Generates the files of the output folder from the model, in memory. */
export async function emitFiles(input: EmitInput): Promise<EmitResult> {
  const {
    model,
    templates,
    outputDir,
    previous,
    bindings = [],
    folders = BUILT_IN_FOLDERS,
    reuse = false,
  } = input;
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
    folders,
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

/** Returns the hash of the file on disk if the last run generated it from the same model and it is unmodified. */
function reusableHash(
  { path, modelHash }: ReusableFile,
  outputDir: string,
  previous: OwnedFiles | undefined,
): string | undefined {
  const owned = previous?.files.get(path);
  if (owned?.modelHash !== modelHash) return undefined;
  return fileHash(join(outputDir, path)) === owned.hash ? owned.hash : undefined;
}
