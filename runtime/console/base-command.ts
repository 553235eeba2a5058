import { Command } from '@oclif/core/command';
import { AppError } from '../kernel/errors/app-error.js';
import { ProjectError } from '../project/project-error.js';
import { projectPlace } from '../project/project-place.js';
import { GLOBAL_FLAGS, isGiven, type Verbosity } from './global-flags.js';

/** Output of progress lines: a terminal, or a log file. */
interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

interface ProgressLine {
  /** Shows a line. `text` is called only if it is printed. */
  show(text: () => string): void;
  /** Reports the number of completed and expected records. */
  report(done: number, expected: () => number): void;
  /** Clears the line. */
  end(): void;
}

const PAUSE_MS = { terminal: 100, file: 3000 } as const;
const CLEAR = '\r\u001B[K';
const NUMBERS = new Intl.NumberFormat('en');

const DATA_ELSEWHERE = 'Set CMS_DATA_DIR to use another data folder.';
const NOT_ALLOWED = `permission denied. Change the permissions, or run the command as the owner. ${DATA_ELSEWHERE}`;
/** Descriptions of file system error codes, with a remedy. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', NOT_ALLOWED],
  ['EPERM', NOT_ALLOWED],
  ['EROFS', `the file system is read-only. Work in a writable copy. ${DATA_ELSEWHERE}`],
  ['ENOSPC', 'the disk is full. Free disk space, then run the command again.'],
  ['EDQUOT', 'the disk quota is exceeded. Free disk space, then run the command again.'],
  [
    'EFBIG',
    'the file would exceed the size limit of this account. Raise the limit (ulimit -f), then run the command again.',
  ],
  ['EMFILE', 'too many files are open. Raise the limit (ulimit -n), then run the command again.'],
  ['ENOTDIR', 'a file exists where a folder is expected. Move the file, then run the command again.'],
  ['EEXIST', 'a file exists where a folder is expected. Move the file, then run the command again.'],
  ['EISDIR', 'a folder exists where a file is expected. Move the folder, then run the command again.'],
  ['ENOENT', 'the file does not exist, or is a broken link. Restore it, then run the command again.'],
]);

/** Names of further errors to show without a stack, because their messages include the remedy. */
const EXPECTED_NAMES: ReadonlySet<string> = new Set(['ConfigError', 'ScaffoldError']);

const NOWHERE: ProgressOutput = { write: () => true };

/**
 * Base class of all commands. Results go to stdout, everything else to stderr. Handles `-v`, `-q` and `-n`,
 * and converts errors to text and exit codes (0 success, 1 failure, 2 usage).
 */
export abstract class BaseCommand extends Command {
  static override baseFlags = GLOBAL_FLAGS;

  /** Root of the project: the current directory. */
  protected get projectRoot(): string {
    return process.cwd();
  }

  protected get isVerbose(): boolean {
    return isGiven('verbose', this.argv);
  }

  protected get isQuiet(): boolean {
    return isGiven('quiet', this.argv);
  }

  /** Log verbosity. */
  protected get verbosity(): Verbosity {
    if (this.isQuiet) return 'quiet';
    return this.isVerbose ? 'verbose' : 'usual';
  }

  /** Prints a result. */
  override log(message = '', ...values: unknown[]): void {
    if (!this.isQuiet) super.log(message, ...values);
  }

  /** Prints progress, which is not part of the result. */
  protected progress(message: string): void {
    if (!this.isQuiet) this.logToStderr(message);
  }

  /** Returns a progress line for long work. */
  protected progressLine(): ProgressLine {
    return createProgressLine(this.isQuiet ? NOWHERE : process.stderr);
  }

  protected detail(message: string): void {
    if (this.isVerbose) this.progress(message);
  }

  /** Fails the command with a message that includes the remedy. */
  protected fail(message: string): never {
    this.logToStderr(message);
    this.exit(1);
  }

  /** Returns whether the message of an error is sufficient for users. */
  protected isExpected(error: Error): boolean {
    return error instanceof AppError || error instanceof ProjectError || EXPECTED_NAMES.has(error.name);
  }

  protected override async catch(error: Error): Promise<never> {
    // oclif's own errors (usage, exit) have their own exit code and output.
    if ('oclif' in error) throw error;
    this.logToStderr(this.describeError(error));
    return this.exit(1);
  }

  /** Returns the text of an error for users. */
  protected describeError(thrown: unknown): string {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const details = error.stack ?? error.message;
    const fileFailure = describeFileFailure(error);
    if (fileFailure !== undefined) return this.isVerbose ? `${fileFailure}\n\n${details}` : fileFailure;
    // A scaffold is written after its declaration, so the error's stack does not include the declaration.
    const declared = 'declared' in error && error.declared instanceof Error ? error.declared : undefined;
    const declaredAt = declared && projectPlace(declared, process.cwd());
    const message = declaredAt === undefined ? error.message : `${declaredAt}: ${error.message}`;
    if (this.isExpected(error)) return this.isVerbose ? withCause(message, error) : message;
    const place = projectPlace(error, process.cwd());
    if (place !== undefined) return this.isVerbose ? `${place}: ${details}` : `${place}: ${error.message}`;
    const advice = this.isVerbose ? details : 'Run the command again with -v for details.';
    return `Unexpected error: ${error.message}\n${advice}`;
  }
}

/** Adds the cause of an expected error, which may come from a library and have details. */
function withCause(message: string, { cause }: Error): string {
  return cause instanceof Error ? `${message}\n\n${cause.stack ?? cause.message}` : message;
}

/** Describes a file system error with file, reason and remedy; undefined for any other error. */
function describeFileFailure(error: Error): string | undefined {
  if (!('code' in error && 'path' in error && typeof error.path === 'string')) return undefined;
  const reason = REASONS.get(String(error.code));
  return reason === undefined ? undefined : `Cannot access ${error.path}: ${reason}`;
}

/** Creates a progress line: rewritten in place on a terminal, otherwise printed every few seconds. */
export function createProgressLine(output: ProgressOutput, now: () => number = Date.now): ProgressLine {
  const isTerminal = output.isTTY === true;
  const pause = isTerminal ? PAUSE_MS.terminal : PAUSE_MS.file;
  let last = now();
  let isShown = false;

  function show(text: () => string): void {
    // The first line on a terminal is printed immediately.
    const isFirst = isTerminal && !isShown;
    if (!isFirst && now() - last < pause) return;
    last = now();
    output.write(isTerminal ? `${CLEAR}${text()}` : `${text()}\n`);
    isShown = isTerminal;
  }

  return {
    show,
    report: (done, expected) =>
      show(() => `${NUMBERS.format(done)} of ${NUMBERS.format(Math.max(done, expected()))} records ...`),
    end() {
      if (isShown) output.write(CLEAR);
      isShown = false;
    },
  };
}
