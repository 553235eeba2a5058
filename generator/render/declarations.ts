import type {
  FunctionDeclarationStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  TypeAliasDeclarationStructure,
  VariableStatementStructure,
} from 'ts-morph';
import { layOutComment } from './comment.js';
import { StructureKind, VariableDeclarationKind } from './compiler.js';

interface Constant {
  readonly name: string;
  readonly type?: string;
  readonly value: string;
  readonly description?: string;
  readonly isExported?: boolean;
}

/** `export const name: type = value;` */
export function constant(given: Constant): VariableStatementStructure {
  const { name, type, value, description, isExported = true } = given;
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    isExported,
    leadingTrivia: '\n',
    ...commentOf(description),
    declarations: [{ name, initializer: value, ...(type === undefined ? {} : { type }) }],
  };
}

interface ProcedureInput {
  readonly name: string;
  readonly parameters: readonly OptionalKind<ParameterDeclarationStructure>[];
  /** Formatted statements. */
  readonly body: string;
  readonly returns?: string;
  readonly description?: string;
  readonly isExported?: boolean;
}

/** `export function name(parameters): void { body }` */
export function procedure(given: ProcedureInput): FunctionDeclarationStructure {
  const { name, parameters, body, returns = 'void', description, isExported = false } = given;
  return {
    kind: StructureKind.Function,
    name,
    isExported,
    parameters: [...parameters],
    returnType: returns,
    statements: body === '' ? [] : [body],
    ...commentOf(description),
  };
}

/** `export type name = type;` */
export function typeAlias(name: string, type: string, description?: string): TypeAliasDeclarationStructure {
  return { kind: StructureKind.TypeAlias, isExported: true, name, type, ...commentOf(description) };
}

/** Returns the doc comment of a declaration. */
function commentOf(description: string | undefined): { readonly docs?: string[] } {
  const text = layOutComment(description);
  return text === undefined ? {} : { docs: [text] };
}
