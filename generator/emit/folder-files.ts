import type { FunctionDeclarationStructure } from 'ts-morph';
import type {
  ClientSchema,
  GeneratedTypes,
} from 'cms-api-components/internal/kernel/contract/features/schema-folder.js';
import { code } from 'cms-api-components/internal/kernel/contract/code.js';
import { printLiteral } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { authoredConstraints } from '../model/build-constraints.js';
import type { ApiModel, FolderModel } from '../model/types.js';
import { constant, typeAlias } from '../render/declarations.js';
import { createImports } from '../render/imports.js';
import { createSlots } from '../render/source-printer.js';
import type { LoadedFolder } from '../schema-folders.js';
import { IN_BROWSER, RULES } from './client-schemas.js';
import { bannerOf, type EmitOutput } from './emitter.js';
import { INNER, innerFunction } from './validators.js';
import { checkRules } from './validators/check-rules.js';
import { createFileScope, createFunctionScope } from './validators/function-scope.js';

/** A folder of a feature with the models of its files. */
export interface FolderOutput {
  readonly folder: LoadedFolder;
  readonly models: readonly FolderModel[];
}

/** Returns every folder with its models. */
export function folderOutputs(
  { folders }: ApiModel,
  { folders: loaded }: EmitOutput,
): readonly FolderOutput[] {
  return loaded.map((folder) => ({ folder, models: folders[folder.name] ?? [] }));
}

/** Prints `types/contact-type.d.ts`: the types that a feature describes. */
export function printFolderTypes(
  { sourceFile, contentHash }: FolderModel,
  { print }: GeneratedTypes,
  output: EmitOutput,
): string {
  const imports = createImports();
  const slots = createSlots();
  const aliases = print((name, file = 'built-in-types') => {
    imports.add({ module: `./${file}.js`, name, typeOnly: true });
    return name;
  });
  return output.print({
    banner: bannerOf(sourceFile, contentHash),
    imports,
    statements: aliases.map(({ name, type, description }) => ({
      ...typeAlias(name, slots.put(type), description),
      leadingTrivia: '\n',
    })),
    slots,
  });
}

/** Prints `client/schemas/contact-type.js`: the schema that a feature describes. */
export function printFolderSchema(
  { sourceFile, contentHash }: FolderModel,
  schema: ClientSchema,
  output: EmitOutput,
): string {
  const scope = createFileScope([], schema.constants, IN_BROWSER);
  const { imports } = scope;
  const slots = createSlots();
  const functions: FunctionDeclarationStructure[] = [];
  const constants = schema.print({
    use(name, file) {
      imports.add({ module: file === undefined ? RULES : `./${file}.js`, name });
      return code(name);
    },
    addCheck(constraints) {
      const check = createFunctionScope(scope, scope.uniqueName('check'));
      const rules = checkRules(authoredConstraints(constraints, ''), INNER, check);
      if (rules.length === 0) return undefined;
      functions.push(innerFunction(check, rules, slots));
      return code(check.name);
    },
    literal: (value) => slots.put(printLiteral(value)),
  });
  for (const name of ['ValidationContext', 'Subject']) imports.add({ module: RULES, name, typeOnly: true });
  return output.print({
    banner: bannerOf(sourceFile, contentHash),
    imports,
    statements: [...functions, ...constants.map(constant)],
    slots,
  });
}
