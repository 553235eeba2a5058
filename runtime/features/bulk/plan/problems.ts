/** A place in what is imported at which something is wrong. */
export interface Place {
  /** As whoever runs the command names it. */
  readonly file: string;
  readonly line: number;
}

export interface Problem extends Place {
  readonly member?: string;
  readonly message: string;
}

/** More than these are counted only. */
const LISTED = 50;

/** What is wrong with an import, in the order in which it was found. */
export interface Problems {
  readonly total: number;
  add(problem: Problem): void;
  /** Lines for the reader. */
  describe(): readonly string[];
}

/** @param lineOf the line that a reader knows a place by */
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

/** Lines for the reader: the first of some problems, and how many more there are. */
export function describeProblems(
  problems: readonly Problem[],
  total: number = problems.length,
): readonly string[] {
  const lines = problems.slice(0, LISTED).map(describeProblem);
  return total > lines.length ? [...lines, `and ${total - lines.length} more`] : lines;
}

export const describeProblem = ({ file, line, member, message }: Problem): string =>
  `${file}:${line}: ${member === undefined || member === '' ? '' : `${member}: `}${message}`;
