import type { Command } from '@oclif/core';
import { Doctor } from '../../runtime/adapters/console/commands/doctor.js';
import { GenerateFixtures } from '../../runtime/adapters/console/commands/generate-fixtures.js';
import { Outbox } from '../../runtime/adapters/console/commands/outbox.js';
import { Jobs } from '../../runtime/adapters/console/commands/jobs.js';
import { ScaffoldLoad } from '../../runtime/adapters/console/commands/scaffold-load.js';
import { Serve } from '../../runtime/adapters/console/commands/serve.js';
import { createFeatureCommand } from '../../runtime/adapters/console/feature-command.js';
import { FEATURES } from '../../runtime/features.js';
import { Dev } from './commands/dev.js';
import { Generate } from './commands/generate.js';
import { Init } from './commands/init.js';
import { MakeApiComponent } from './commands/make-api-component.js';
import { MakeCmsScaffold } from './commands/make-cms-scaffold.js';
import { MakePageData } from './commands/make-page-data.js';
import { MakeRenameComponent } from './commands/make-rename-component.js';
import { MigrateBaseline, MigrateRevert, MigrateRun, MigrateStatus } from './commands/migrate.js';
import { MigrateSquash } from './commands/migrate-squash.js';

/** The commands that the built-in features declare. */
const FEATURE_COMMANDS = FEATURES.flatMap((feature) =>
  (feature.commands ?? []).map((command) => [command.name, createFeatureCommand(command, feature)] as const),
);

/** Every command by id. The classes are small: what they need is imported when they run. */
export const COMMANDS: Readonly<Record<string, Command.Class>> = {
  init: Init,
  generate: Generate,
  'migrate:run': MigrateRun,
  'migrate:status': MigrateStatus,
  'migrate:revert': MigrateRevert,
  'migrate:baseline': MigrateBaseline,
  'migrate:squash': MigrateSquash,
  'scaffold:load': ScaffoldLoad,
  serve: Serve,
  dev: Dev,
  doctor: Doctor,
  outbox: Outbox,
  jobs: Jobs,
  ...Object.fromEntries(FEATURE_COMMANDS),
  'generate-fixtures': GenerateFixtures,
  'make:api-component': MakeApiComponent,
  'make:page-data': MakePageData,
  'make:cms-scaffold': MakeCmsScaffold,
  'make:rename-component': MakeRenameComponent,
};

export { COMMAND_NOT_FOUND } from './command-not-found.js';
export { CmsHelp } from './help.js';
