import type { ProjectModel } from '../model/types.js';
import type { GeneratedFile } from '../output/file-set.js';
import { textHash } from '../text/text-hash.js';
import type { PrintSource } from '../render/source-printer.js';
import { packageVersion } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import type { Templates } from '../render/templates.js';
import type { LoadedFolder } from '../schema-folders.js';

/**
 * Generates files from a part of the model. Emitters only format; names, defaults and types are decided in the model.
 */
export type Emitter = (model: ProjectModel, output: EmitOutput) => Promise<void>;

export interface EmitOutput {
  readonly templates: Templates;
  /** Frameworks with client bindings. */
  readonly bindings: readonly string[];
  /** Folders of the features. */
  readonly folders: readonly LoadedFolder[];
  readonly print: PrintSource;
  /** Adds a file that is always rendered, because its content depends on several types. */
  add(file: GeneratedFile): void;
  /** Adds a file of one type. Skips `render` if the last run generated the file from the same model. */
  addOrReuse(file: ReusableFile): Promise<void>;
  /** Returns the text that the last run of this generator wrote, or undefined if the file was modified. */
  lastText(path: string): string | undefined;
  /** Whether the last run of this generator created the file from this part of the model. */
  isCurrent(path: string, modelHash: string): boolean;
}

export interface ReusableFile {
  readonly path: string;
  readonly modelHash: string;
  render(): string | Promise<string>;
}

/** Name of this package. Resolves to itself in this repository, and to the dependency in a project. */
export const PACKAGE = 'cms-api-components';

/** Returns a hash of package version and templates. A run reuses only files with the same hash. */
export function generatorHash(templates: Templates): string {
  return textHash(`${packageVersion()}\0${templates.hash}`);
}

const SHOWN_HASH = 12;

/**
 * Returns the first line of a generated file: the schema file or folder and the model hash. It contains nothing that
 * changes between runs. Files about several types have no hash, because they would change with each type.
 */
export function bannerOf(sourceFile: string, hash?: string): string {
  const model = hash === undefined ? '' : `(${hash.slice(0, SHOWN_HASH)}) `;
  return `// Generated from schemas/${sourceFile} ${model}by \`cms generate\`, which overwrites this file.`;
}
