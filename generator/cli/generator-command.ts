import { BaseCommand } from '../../runtime/console/base-command.js';
import { SchemaErrors, StaleOutputError } from '../errors.js';

/** A command that runs the generator: its errors name file, place and remedy. */
export abstract class GeneratorCommand extends BaseCommand {
  protected override isExpected(error: Error): boolean {
    return error instanceof SchemaErrors || error instanceof StaleOutputError || super.isExpected(error);
  }
}
