import type {
  IndexSignatureDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  ts,
  TypeAliasDeclarationStructure,
} from 'ts-morph';
import { compiler, StructureKind } from '../render/compiler.js';
import { printType } from '../render/print-type.js';
import type { Slots } from '../render/source-printer.js';
import { docOf, nameText } from '../render/type-members.js';

export type DeclaredType = InterfaceDeclarationStructure | TypeAliasDeclarationStructure;

/** The declarations that json-schema-to-typescript printed, but for the one that held them together. */
export function declaredTypes(declarations: string, wrapper: string, slots: Slots): readonly DeclaredType[] {
  const file = compiler.createSourceFile('types.d.ts', declarations, compiler.ScriptTarget.ESNext, true);
  return file.statements.flatMap((statement): DeclaredType[] => {
    if (compiler.isInterfaceDeclaration(statement)) {
      return statement.name.text === wrapper ? [] : [interfaceOf(statement, slots)];
    }
    return compiler.isTypeAliasDeclaration(statement) ? [aliasOf(statement, slots)] : [];
  });
}

/** Names of the types that a file exports, in its order. */
export function exportedTypes(text: string): readonly string[] {
  const { statements } = compiler.createSourceFile('types.d.ts', text, compiler.ScriptTarget.ESNext, true);
  return statements.flatMap((statement) => {
    if (!compiler.isInterfaceDeclaration(statement) && !compiler.isTypeAliasDeclaration(statement)) return [];
    const isExported =
      statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) === true;
    return isExported ? [statement.name.text] : [];
  });
}

function aliasOf(declaration: ts.TypeAliasDeclaration, slots: Slots): TypeAliasDeclarationStructure {
  return {
    kind: StructureKind.TypeAlias,
    isExported: true,
    name: declaration.name.text,
    type: slots.put(printType(declaration.type)),
    ...docOf(declaration),
  };
}

function interfaceOf(declaration: ts.InterfaceDeclaration, slots: Slots): InterfaceDeclarationStructure {
  const properties: OptionalKind<PropertySignatureStructure>[] = [];
  const indexSignatures: OptionalKind<IndexSignatureDeclarationStructure>[] = [];
  for (const member of declaration.members) {
    if (compiler.isIndexSignatureDeclaration(member)) {
      indexSignatures.push({
        keyName: 'k',
        returnType: slots.put(printType(member.type, 2)),
        ...docOf(member),
      });
    }
    if (!compiler.isPropertySignature(member) || member.type === undefined) continue;
    properties.push({
      name: nameText(member.name),
      hasQuestionToken: member.questionToken !== undefined,
      type: slots.put(printType(member.type, 2)),
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
