import { basename, dirname, join, resolve } from 'node:path';
import { ScaffoldError } from '../scaffold-error.js';

/** Location of the exported fixtures. */
export interface FixtureTarget {
  /** Absolute path of the file. */
  readonly path: string;
  /** Name of the exported scaffold, derived from the file name. */
  readonly name: string;
}

export const DEFAULT_OUTPUT = 'src/fixtures/GeneratedScaffold.ts';
/** Namespace that scripts of the original system use for the folder itself. */
const NAMESPACE_OF_NONE = 'App\\DataFixtures';

/**
 * Parses the options of `generate-fixtures`.
 * @throws ScaffoldError for invalid names (accounts.md section 12.7)
 */
export function fixtureTarget({
  root,
  output,
  namespace,
}: {
  readonly root: string;
  readonly output: string;
  readonly namespace?: string | undefined;
}): FixtureTarget {
  const file = output.endsWith('.ts') ? output : `${output}.ts`;
  const name = basename(file, '.ts');
  if (!hasShapeOfIdentifier(name))
    throw new ScaffoldError(
      `The output file name "${name}" is not a valid name, and the scaffold is named after it. Use letters, digits and "_", for example MySite.ts.`,
    );
  const parts = namespace === undefined || namespace === NAMESPACE_OF_NONE ? [] : namespace.split(/[./\\]/);
  if (!parts.every(isIdentifier)) throw new ScaffoldError(`"${namespace}" is not a valid namespace.`);
  return {
    path: resolve(root, join(dirname(file), ...parts, basename(file))),
    name: RESERVED_WORDS.has(name) ? `${name}Scaffold` : name,
  };
}

const isIdentifier = (name: string): boolean => hasShapeOfIdentifier(name) && !RESERVED_WORDS.has(name);

const hasShapeOfIdentifier = (name: string): boolean => /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);

/** Reserved words, which cannot be names in a module. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
finally for function if implements import in instanceof interface let new null package private protected public return
static super switch this throw true try typeof var void while with yield undefined NaN Infinity`.split(/\s+/),
);
