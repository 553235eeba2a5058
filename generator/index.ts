export { SchemaError, SchemaErrors, StaleOutputError, type SchemaProblem } from './errors.js';
export { check, generate, type GenerateOptions, type GenerateResult } from './generate.js';
export type { ExpressionRules, GeneratorOptions } from './options.js';
export { watch, type Watcher, type WatchOutcome } from './watch.js';
export { makeCmsScaffold } from './scaffold/make-cms-scaffold.js';
export { makeComponent } from './scaffold/make-component.js';
export {
  makeRenameComponent,
  type MadeRename,
  type RenameRequest,
} from './scaffold/make-rename-component.js';
export { makePageData, parsePropertyDefinitions } from './scaffold/make-page-data.js';
export { ScaffoldError, type MadeFiles } from './scaffold/scaffold.js';
export { writeMadeFiles } from './scaffold/write-made-files.js';
export { loadTemplates, type Templates } from './render/templates.js';
