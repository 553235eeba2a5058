import type { ObjectValue, ShapeModel } from '../../model/types.js';
import { createImports, type Imports } from '../../render/imports.js';
import { PACKAGE } from '../emitter.js';

/** Where the checks run: the module that has the functions of constraints, and the constraints that cannot be checked there. */
export interface ValidatorFor {
  readonly module: string;
  readonly omitted: ReadonlySet<string>;
}

/** Uniqueness is the database's, files have their own rules. */
export const ON_SERVER: ValidatorFor = {
  module: PACKAGE,
  omitted: new Set(['UniqueEntity', 'File', 'Image']),
};

/** State that the functions of one validator file share while they are built. */
export interface FileScope extends ValidatorFor {
  readonly imports: Imports;
  /** Parsed once, when the module loads. */
  readonly rules: { readonly name: string; readonly source: string }[];
  /** Check functions of inner values, in the order they are first called. */
  readonly functions: PendingFunction[];
  /** Shapes that references name. */
  readonly shapes: ReadonlyMap<string, ShapeModel>;
  /** The file brings along the function that tries alternatives. */
  triesAlternatives: boolean;
  /** A name that nothing else in the file has. */
  uniqueName(wanted: string): string;
}

export interface PendingFunction {
  readonly name: string;
  readonly value: ObjectValue;
}

/** The place of a check: the function it is in, and the value it looks at. */
export interface FunctionScope {
  readonly file: FileScope;
  /** Name of the function; inner functions are named after it. */
  readonly name: string;
  /** Members of the validation context that the body uses. */
  readonly uses: Set<ContextMember>;
  /** The body hands the context on. */
  passesContext: boolean;
}

export type ContextMember = 'groups' | 'violations' | 'now' | 'user' | 'isGranted';

/** Makes the scope of one file; `reserved` are the names of its exported and shape functions. */
export function createFileScope(
  shapes: readonly ShapeModel[],
  reserved: readonly string[],
  place: ValidatorFor = ON_SERVER,
): FileScope {
  const taken = new Set([...reserved, ...shapes.map(({ validator }) => validator)]);
  return {
    ...place,
    imports: createImports(),
    rules: [],
    functions: [],
    shapes: new Map(shapes.map((shape) => [shape.name, shape])),
    triesAlternatives: false,
    uniqueName(wanted) {
      let name = wanted;
      for (let suffix = 2; taken.has(name); suffix += 1) name = `${wanted}${suffix}`;
      taken.add(name);
      return name;
    },
  };
}

/** Makes the scope of one function of a file. */
export function createFunctionScope(file: FileScope, name: string): FunctionScope {
  return { file, name, uses: new Set(), passesContext: false };
}

/** Imports a function of the runtime and answers its name. */
export function useRuntime(scope: FunctionScope, name: string): string {
  scope.file.imports.add({ module: scope.file.module, name });
  return name;
}

/** Notes that the body uses a member of the context, and answers its name. */
export function useContext(scope: FunctionScope, member: ContextMember): string {
  scope.uses.add(member);
  return member;
}
