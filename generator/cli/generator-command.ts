import { BaseCommand } from '../../runtime/console/base-command.js';
import { SchemaErrors, StaleOutputError } from '../errors.js';
import { DestructiveMigrationError, MigrationFolderError } from '../migrate/errors.js';

const EXPECTED = [SchemaErrors, StaleOutputError, DestructiveMigrationError, MigrationFolderError] as const;

/** A command that runs the generator: its errors name file, place and remedy. */
export abstract class GeneratorCommand extends BaseCommand {
  protected override isExpected(error: Error): boolean {
    return EXPECTED.some((kind) => error instanceof kind) || super.isExpected(error);
  }
}
