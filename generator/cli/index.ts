import type { Command } from '@oclif/core';
import { Build } from './commands/build.js';
import { Dev } from './commands/dev.js';
import { Generate } from './commands/generate.js';
import { Init } from './commands/init.js';
import { MakeApiComponent } from './commands/make-api-component.js';
import { MakeCmsScaffold } from './commands/make-cms-scaffold.js';
import { MakePageData } from './commands/make-page-data.js';
import { MakeRenameComponent } from './commands/make-rename-component.js';
import { MigrateSquash } from './commands/migrate-squash.js';

/** Commands of the generator by id. The classes import their dependencies when they run, to keep startup fast. */
export const COMMANDS: Readonly<Record<string, Command.Class>> = {
  init: Init,
  generate: Generate,
  build: Build,
  'migrate:squash': MigrateSquash,
  dev: Dev,
  'make:api-component': MakeApiComponent,
  'make:page-data': MakePageData,
  'make:cms-scaffold': MakeCmsScaffold,
  'make:rename-component': MakeRenameComponent,
};
