/** A problem in a schema file. */
export interface SchemaProblem {
  /** Relative to the project, or as passed: `schemas/HeroImage.json`. */
  readonly file: string;
  /** JSON pointer of the invalid value; empty for the whole document. */
  readonly pointer: string;
  /** Description of the problem, one sentence. */
  readonly message: string;
  /** Correct notation, or how to fix the problem. */
  readonly hint: string;
}

/** An error that the user of the generator can fix. The message states the problem and the fix. */
export class GeneratorError extends Error {}

/** A single problem as an error, for callers that stop at the first one. */
export class SchemaError extends Error implements SchemaProblem {
  readonly file: string;
  readonly pointer: string;
  readonly hint: string;

  constructor(problem: SchemaProblem) {
    super(problem.message);
    this.name = 'SchemaError';
    this.file = problem.file;
    this.pointer = problem.pointer;
    this.hint = problem.hint;
  }
}

/** All problems of all schema files. */
export class SchemaErrors extends GeneratorError {
  readonly errors: readonly SchemaError[];

  constructor(problems: readonly SchemaProblem[]) {
    super(problems.map(formatProblem).join('\n\n'));
    this.name = 'SchemaErrors';
    this.errors = problems.map((problem) => new SchemaError(problem));
  }
}

/** Generated files differ from the output for the current schemas (`generate --check`). */
export class StaleOutputError extends GeneratorError {
  readonly files: readonly string[];

  constructor(files: readonly string[], detail: string) {
    super(detail);
    this.name = 'StaleOutputError';
    this.files = files;
  }
}

/** Formats a problem for people: position, problem, fix. */
export function formatProblem(problem: SchemaProblem): string {
  const place = problem.pointer === '' ? problem.file : `${problem.file}#${problem.pointer}`;
  return `${place}\n  ${problem.message}\n  ${problem.hint}`;
}
