import { Command } from '@oclif/core';
import { AppError } from '../../kernel/errors/app-error.js';
import { ProjectError } from '../../project/project-error.js';
import { projectPlace } from '../../project/project-place.js';
import { describeFileFailure } from './describe-file-failure.js';
import { GLOBAL_FLAGS, isGiven } from './global-flags.js';
import { createProgressLine, type ProgressLine, type ProgressOutput } from './progress-line.js';

/** Names of further errors that people are shown without a stack: their messages say what to do next. */
const EXPECTED_NAMES: ReadonlySet<string> = new Set([
  'ConfigError',
  'BaselineError',
  'TablesPresentError',
  'UnknownMigrationError',
  'MigrationBranchesError',
  'MigrationChangedError',
  'MigrationMissingError',
  'MigrationParentError',
  'MigrationSquashedError',
  'DestructiveRunError',
  'MigrationFailedError',
  'MigrationObstacleError',
  'TablePrefixError',
  'DatabaseUnavailableError',
  'JwtKeyError',
  'ScaffoldError',
]);

const NOWHERE: ProgressOutput = { write: () => true };

/**
 * What all commands share: results on stdout, everything else on stderr, `-v`, `-q`, `-n`, and the one place where errors
 * become text and exit codes (0 success, 1 failure, 2 usage).
 */
export abstract class BaseCommand extends Command {
  static override baseFlags = GLOBAL_FLAGS;

  /** Commands work on the project in the current directory. */
  protected get projectRoot(): string {
    return process.cwd();
  }

  protected get isVerbose(): boolean {
    return isGiven('verbose', this.argv);
  }

  protected get isQuiet(): boolean {
    return isGiven('quiet', this.argv);
  }

  /** Prints a result. */
  override log(message = '', ...values: unknown[]): void {
    if (!this.isQuiet) super.log(message, ...values);
  }

  /** Reports what is going on; never part of the result. */
  protected progress(message: string): void {
    if (!this.isQuiet) this.logToStderr(message);
  }

  /** Where long work shows how far it is. */
  protected progressLine(): ProgressLine {
    return createProgressLine(this.isQuiet ? NOWHERE : process.stderr);
  }

  protected detail(message: string): void {
    if (this.isVerbose) this.progress(message);
  }

  /** Ends the command as failed, with a message that says what to do. */
  protected fail(message: string): never {
    this.logToStderr(message);
    this.exit(1);
  }

  /** Whether the message alone tells people enough. */
  protected isExpected(error: Error): boolean {
    return error instanceof AppError || error instanceof ProjectError || EXPECTED_NAMES.has(error.name);
  }

  protected override async catch(error: Error): Promise<never> {
    // oclif's own errors (usage, exit) carry their exit code and their way of being printed.
    if ('oclif' in error) throw error;
    this.logToStderr(this.describeError(error));
    return this.exit(1);
  }

  /** What people read of an error. */
  protected describeError(thrown: unknown): string {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const details = error.stack ?? error.message;
    const fileFailure = describeFileFailure(error);
    if (fileFailure !== undefined) return this.isVerbose ? `${fileFailure}\n\n${details}` : fileFailure;
    // What a scaffold declares is written later, so the error itself does not tell where.
    const declared = 'declared' in error && error.declared instanceof Error ? error.declared : undefined;
    const declaredAt = declared && projectPlace(declared, process.cwd());
    const message = declaredAt === undefined ? error.message : `${declaredAt}: ${error.message}`;
    if (this.isExpected(error)) return this.isVerbose ? withCause(message, error) : message;
    const place = projectPlace(error, process.cwd());
    if (place !== undefined) return this.isVerbose ? `${place}: ${details}` : `${place}: ${error.message}`;
    const advice = this.isVerbose ? details : 'Run the command again with -v for the details.';
    return `Unexpected failure: ${error.message}\n${advice}`;
  }
}

/** What was expected to go wrong needs no stack; what a library threw behind it may tell more. */
function withCause(message: string, { cause }: Error): string {
  return cause instanceof Error ? `${message}\n\n${cause.stack ?? cause.message}` : message;
}
