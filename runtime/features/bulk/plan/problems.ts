/** Position of a problem in the imported files. */
export interface Place {
  /** File name as given on the command line. */
  readonly file: string;
  readonly line: number;
}

export interface Problem extends Place {
  readonly member?: string;
  readonly message: string;
}

/** Maximum number of listed problems; the rest are only counted. */
const LISTED = 50;

/** Problems of an import in the order of detection. */
export interface Problems {
  readonly total: number;
  add(problem: Problem): void;
  /** Describes the problems as text lines. */
  describe(): readonly string[];
}

/** @param lineOf returns the line number in the user's file */
export function createProblems(lineOf: (place: Place) => number): Problems {
  const listed: Problem[] = [];
  let total = 0;
  return {
    get total() {
      return total;
    },
    add(problem) {
      total += 1;
      if (listed.length < LISTED) listed.push({ ...problem, line: lineOf(problem) });
    },
    describe: () => describeProblems(listed, total),
  };
}

/** Describes the first problems and the number of the remaining ones. */
export function describeProblems(
  problems: readonly Problem[],
  total: number = problems.length,
): readonly string[] {
  const lines = problems.slice(0, LISTED).map(describeProblem);
  return total > lines.length ? [...lines, `and ${total - lines.length} more`] : lines;
}

export const describeProblem = ({ file, line, member, message }: Problem): string =>
  `${file}:${line}: ${member === undefined || member === '' ? '' : `${member}: `}${message}`;
