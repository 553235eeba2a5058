import type { ProjectModel } from '../model/types.js';
import type { GeneratedFile } from '../output/file-set.js';
import { textHash } from '../output/text-hash.js';
import type { PrintSource } from '../render/source-printer.js';
import { packageVersion } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import type { Templates } from '../render/templates.js';

/** Turns a part of the model into files. Emitters format what the model decided; they never name, default or infer. */
export type Emitter = (model: ProjectModel, output: EmitOutput) => Promise<void>;

export interface EmitOutput {
  readonly templates: Templates;
  /** Frameworks for which the client has bindings. */
  readonly bindings: readonly string[];
  /** Prints a TypeScript file. */
  readonly print: PrintSource;
  /** Adds a file that always renders: its content spans several types. */
  add(file: GeneratedFile): void;
  /** Adds a file of one type; `render` is not called when the last run made it from the same model. */
  addOrReuse(file: ReusableFile): Promise<void>;
  /** The text of a file as the last run of this generator wrote it; absent when somebody touched it since. */
  lastText(path: string): string | undefined;
  /** Whether the last run of this generator made the file from this part of the model. */
  isCurrent(path: string, modelHash: string): boolean;
}

export interface ReusableFile {
  readonly path: string;
  readonly modelHash: string;
  render(): string | Promise<string>;
}

/** The package's own name: resolved by self-reference in this repository and as a dependency in a project. */
export const PACKAGE = 'cms-api-components';

/** Names what renders: a run reuses only what the same version of the package made with the same templates. */
export function generatorHash(templates: Templates): string {
  return textHash(`${packageVersion()}\0${templates.hash}`);
}

const SHOWN_HASH = 12;

/**
 * The first line of a generated file. It names the schema file (or folder) and the model it gave; nothing that changes by
 * itself. Files about several types have no hash, so that they change with each of them.
 */
export function bannerOf(sourceFile: string, hash?: string): string {
  const model = hash === undefined ? '' : `(${hash.slice(0, SHOWN_HASH)}) `;
  return `// Generated from schemas/${sourceFile} ${model}by \`cms generate\`, which overwrites this file.`;
}
