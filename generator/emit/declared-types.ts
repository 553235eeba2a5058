import type {
  IndexSignatureDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  ts,
  TypeAliasDeclarationStructure,
} from 'ts-morph';
import { compiler, StructureKind } from '../render/compiler.js';
import type { Imports } from '../render/imports.js';
import { printType, docOf, nameText } from '../render/print-type.js';
import type { Slots } from '../render/source-printer.js';

export type DeclaredType = InterfaceDeclarationStructure | TypeAliasDeclarationStructure;

/** Imports of the declaration file. */
interface DeclarationFile {
  readonly slots: Slots;
  readonly imports: Imports;
  /** Type names that the file already uses. */
  readonly taken: readonly string[];
}

/** Returns the declarations printed by json-schema-to-typescript, without the root type that combined them. */
export function declaredTypes(
  declarations: string,
  wrapper: string,
  { slots, imports, taken }: DeclarationFile,
): readonly DeclaredType[] {
  const { statements } = parse(declarations);
  const declared = statements
    .filter((statement) => isDeclaration(statement))
    .filter(({ name }) => name.text !== wrapper);
  const own = new Set([...taken, ...declared.map(({ name }) => name.text)]);
  const importType = (module: string, name: string): boolean => {
    if (!module.startsWith('./') || own.has(name)) return false;
    imports.add({ module, name, typeOnly: true });
    return true;
  };
  const put: PutType = (type, indent = 0) => slots.put(printType(type, { indent, importType }));
  return declared.map((statement) =>
    compiler.isInterfaceDeclaration(statement) ? interfaceOf(statement, put) : aliasOf(statement, put),
  );
}

type PutType = (type: ts.TypeNode, indent?: number) => string;

/** Returns the names of the types that a file exports, in order. */
export function exportedTypes(text: string): readonly string[] {
  return parse(text)
    .statements.filter((statement) => isDeclaration(statement))
    .filter(({ modifiers = [] }) => modifiers.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword))
    .map(({ name }) => name.text);
}

function parse(text: string): ts.SourceFile {
  return compiler.createSourceFile('types.d.ts', text, compiler.ScriptTarget.ESNext, true);
}

function isDeclaration(node: ts.Statement): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node);
}

function aliasOf(declaration: ts.TypeAliasDeclaration, put: PutType): TypeAliasDeclarationStructure {
  return {
    kind: StructureKind.TypeAlias,
    isExported: true,
    name: declaration.name.text,
    type: put(declaration.type),
    ...docOf(declaration),
  };
}

function interfaceOf(declaration: ts.InterfaceDeclaration, put: PutType): InterfaceDeclarationStructure {
  const properties: OptionalKind<PropertySignatureStructure>[] = [];
  const indexSignatures: OptionalKind<IndexSignatureDeclarationStructure>[] = [];
  for (const member of declaration.members) {
    if (compiler.isIndexSignatureDeclaration(member)) {
      indexSignatures.push({
        keyName: 'k',
        returnType: put(member.type, 2),
        ...docOf(member),
      });
    }
    if (!compiler.isPropertySignature(member) || member.type === undefined) continue;
    properties.push({
      name: nameText(member.name),
      hasQuestionToken: member.questionToken !== undefined,
      type: put(member.type, 2),
      ...docOf(member),
    });
  }
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: declaration.name.text,
    properties,
    indexSignatures,
    ...docOf(declaration),
  };
}
