import type { Command } from '@oclif/core';
import { FEATURES } from '../../features.js';
import { Backup } from '../commands/backup.js';
import { Check } from '../commands/check.js';
import { ConfigShow } from '../commands/config-show.js';
import { Doctor } from '../commands/doctor.js';
import { GenerateFixtures } from '../commands/generate-fixtures.js';
import { Jobs } from '../commands/jobs.js';
import { MigrateBaseline, MigrateRevert, MigrateRun, MigrateStatus } from '../commands/migrate.js';
import { Outbox } from '../commands/outbox.js';
import { Restore } from '../commands/restore.js';
import { ScaffoldLoad } from '../commands/scaffold-load.js';
import { Serve } from '../commands/serve.js';
import { createFeatureCommand } from '../feature-command.js';

/** Commands declared by the built-in features. */
const FEATURE_COMMANDS = FEATURES.flatMap((feature) =>
  (feature.commands ?? []).map((command) => [command.name, createFeatureCommand(command, feature)] as const),
);

/**
 * Commands of the service by id; those that read schemas are part of the generator. The classes import their
 * dependencies when they run.
 */
export const COMMANDS: Readonly<Record<string, Command.Class>> = {
  'migrate:run': MigrateRun,
  'migrate:status': MigrateStatus,
  'migrate:revert': MigrateRevert,
  'migrate:baseline': MigrateBaseline,
  'scaffold:load': ScaffoldLoad,
  serve: Serve,
  check: Check,
  'config:show': ConfigShow,
  doctor: Doctor,
  outbox: Outbox,
  jobs: Jobs,
  backup: Backup,
  restore: Restore,
  ...Object.fromEntries(FEATURE_COMMANDS),
  'generate-fixtures': GenerateFixtures,
};
