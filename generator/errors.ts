/** One thing that is wrong in one schema file. */
export interface SchemaProblem {
  /** Relative to the project, or as it was given: `schemas/HeroImage.json`. */
  readonly file: string;
  /** JSON pointer of the offending value; empty for the whole document. */
  readonly pointer: string;
  /** The fault, as one sentence. */
  readonly message: string;
  /** A correct way to write it. */
  readonly hint: string;
}

/** A failure that whoever runs the generator can mend: the message says what is wrong and what to do. */
export class GeneratorError extends Error {}

/** A problem as an error of its own, for callers that stop at the first one. */
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

/** Everything that is wrong in all schema files, reported at once. */
export class SchemaErrors extends GeneratorError {
  readonly errors: readonly SchemaError[];

  constructor(problems: readonly SchemaProblem[]) {
    super(problems.map(formatProblem).join('\n\n'));
    this.name = 'SchemaErrors';
    this.errors = problems.map((problem) => new SchemaError(problem));
  }
}

/** Generated files differ from what the schemas say (`generate --check`). */
export class StaleOutputError extends GeneratorError {
  readonly files: readonly string[];

  constructor(files: readonly string[], detail: string) {
    super(detail);
    this.name = 'StaleOutputError';
    this.files = files;
  }
}

/** Prints a problem as people read it: place, what is wrong, what to do. */
export function formatProblem(problem: SchemaProblem): string {
  const place = problem.pointer === '' ? problem.file : `${problem.file}#${problem.pointer}`;
  return `${place}\n  ${problem.message}\n  ${problem.hint}`;
}
