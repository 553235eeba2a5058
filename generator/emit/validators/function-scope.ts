import type { ObjectValue, ShapeModel } from '../../model/types.js';
import { createImports, type Imports } from '../../render/imports.js';
import { PACKAGE } from '../emitter.js';

/** Target of a validator: the module with the constraint functions, and the constraints that can't be checked there. */
export interface ValidatorFor {
  readonly module: string;
  readonly omitted: ReadonlySet<string>;
}

/** Server validators. The database checks uniqueness, and uploads have their own rules. */
export const ON_SERVER: ValidatorFor = {
  module: PACKAGE,
  omitted: new Set(['UniqueEntity', 'File', 'Image']),
};

/** State shared by the functions of one validator file while they are generated. */
export interface FileScope extends ValidatorFor {
  readonly imports: Imports;
  /** Expressions, parsed once when the module loads. */
  readonly rules: { readonly name: string; readonly source: string }[];
  /** Check functions of nested values, in order of their first call. */
  readonly functions: PendingFunction[];
  /** Shapes by reference. */
  readonly shapes: ReadonlyMap<string, ShapeModel>;
  /** Whether the file needs the function that tries alternatives. */
  triesAlternatives: boolean;
  /** Returns a name that is unique in the file. */
  uniqueName(wanted: string): string;
}

export interface PendingFunction {
  readonly name: string;
  readonly value: ObjectValue;
}

/** Scope of a check: its function and the value that it validates. */
export interface FunctionScope {
  readonly file: FileScope;
  /** Name of the function, used as a prefix for inner functions. */
  readonly name: string;
  /** Context members that the body uses. */
  readonly uses: Set<ContextMember>;
  /** Whether the body passes the context to other functions. */
  passesContext: boolean;
}

export type ContextMember = 'groups' | 'violations' | 'now' | 'user' | 'isGranted';

/** Creates the scope of one file. `reserved` contains the names of exported and shape functions. */
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

/** Creates the scope of one function. */
export function createFunctionScope(file: FileScope, name: string): FunctionScope {
  return { file, name, uses: new Set(), passesContext: false };
}

/** Imports a function of the runtime and returns its name. */
export function useRuntime(scope: FunctionScope, name: string): string {
  scope.file.imports.add({ module: scope.file.module, name });
  return name;
}

/** Records the use of a context member and returns its name. */
export function useContext(scope: FunctionScope, member: ContextMember): string {
  scope.uses.add(member);
  return member;
}
