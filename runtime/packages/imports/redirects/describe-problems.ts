/** A problem in a line of the imported file. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Maximum number of listed problems; the rest are only counted. */
const LISTED = 50;

/** Describes the first problems and the number of the remaining ones. */
export function describeProblems(problems: readonly Problem[]): readonly string[] {
  const lines = problems.slice(0, LISTED).map(({ file, line, message }) => `${file}:${line}: ${message}`);
  return problems.length > LISTED ? [...lines, `and ${problems.length - LISTED} more`] : lines;
}
