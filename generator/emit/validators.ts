import type { FunctionDeclarationStructure, StatementStructures } from 'ts-morph';
import { collectCallbacks } from '../model/collect-callbacks.js';
import type { ConstraintModel, FieldModel, ResourceNames, ShapeModel, SourceModel } from '../model/types.js';
import { constant, procedure } from '../render/declarations.js';
import { code } from 'cms-api-components/internal/kernel/contract/code.js';
import { printString } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import type { Imports } from '../render/imports.js';
import { createSlots, type Slots } from '../render/source-printer.js';
import { bannerOf, type Emitter, type EmitOutput } from './emitter.js';
import { checkRules, type Target } from './validators/check-rules.js';
import { checkEntries, checkObject, checkStructure, checkValue, memberOf } from './validators/check-value.js';
import {
  createFileScope,
  createFunctionScope,
  ON_SERVER,
  type FileScope,
  type FunctionScope,
  type ValidatorFor,
} from './validators/function-scope.js';
import { joinChecks, line, printStatements, type Statement } from './validators/statements.js';

/** Emits `validators/hero-image.ts`: the rules of a type as a sequence of calls (components.md sections 6 and 9). */
export const emitValidators: Emitter = async ({ resources, user }, output) => {
  const sources: readonly ValidatedModel[] = user === undefined ? resources : [...resources, user];
  for (const source of sources.filter((one) => hasChecks(one))) {
    await output.addOrReuse({
      path: `validators/${source.names.file}.ts`,
      modelHash: source.contentHash,
      render: () => printValidator(source, output),
    });
  }
};

/** Whether a type needs a validator. Types without rules, or with only upload and uniqueness rules, don't. */
export function hasChecks(source: ValidatedModel, place: ValidatorFor = ON_SERVER): boolean {
  const file = createFileScope(source.shapes, [], place);
  return mainChecks(source, createFunctionScope(file, source.names.validator)).length > 0;
}

export interface ValidatedModel extends SourceModel {
  readonly names: ResourceNames;
  readonly fields: readonly FieldModel[];
  readonly constraints: readonly ConstraintModel[];
  readonly shapes: readonly ShapeModel[];
}

function printValidator(source: ValidatedModel, output: EmitOutput): string {
  const slots = createSlots();
  const { imports, statements } = validatorOf(source, slots);
  return output.print({
    banner: bannerOf(source.sourceFile, source.contentHash),
    imports,
    statements,
    slots,
  });
}

/** Returns the validation function of a type, its helper functions and its imports. */
export function validatorOf(
  source: ValidatedModel,
  slots: Slots,
  place: ValidatorFor = ON_SERVER,
): { readonly imports: Imports; readonly statements: readonly StatementStructures[] } {
  const { names, shapes } = source;
  const file = createFileScope(shapes, [names.validator], place);
  const { imports, module } = file;
  const main = mainFunction(source, file, slots);
  const functions = innerFunctions(shapes, file, slots);
  imports.add({ module, name: 'ValidationContext', typeOnly: true });
  if (functions.length > 0) imports.add({ module, name: 'Subject', typeOnly: true });
  if (file.triesAlternatives) {
    imports.add({ module, name: 'Violation', typeOnly: true });
    imports.add({ module, name: 'ViolationList', typeOnly: true });
  }
  return {
    imports,
    statements: [
      ...file.rules.map(({ name, source: text }) =>
        constant({ name, value: `parseExpression(${printString(text)})`, isExported: false }),
      ),
      main,
      ...functions,
      ...(file.triesAlternatives ? [PASSES] : []),
    ],
  };
}

const PASSES = procedure({
  name: 'passes',
  description: 'Returns whether a check finds no violation.',
  parameters: [{ name: 'check', type: '(violations: ViolationList) => void' }],
  returns: 'boolean',
  body: [
    'const items: Violation[] = [];',
    'check({ items, add: (violation) => void items.push(violation) });',
    'return items.length === 0;',
  ].join('\n'),
});

function mainFunction(source: ValidatedModel, file: FileScope, slots: Slots): FunctionDeclarationStructure {
  const { validator, type } = source.names;
  const scope = createFunctionScope(file, validator);
  const body = mainChecks(source, scope);
  return procedure({
    name: validator,
    isExported: true,
    description: `Validates the constraints of ${type}.`,
    parameters: [
      { name: 'value', type: 'Readonly<Record<string, unknown>>' },
      { name: 'context', type: 'ValidationContext' },
    ],
    body: bodyOf(scope, body, slots),
  });
}

function mainChecks(source: ValidatedModel, scope: FunctionScope): readonly Statement[] {
  const { fields, constraints } = source;
  // Project rules can report violations of any member.
  const callsProject = collectCallbacks(source).callbacks !== undefined;
  const ofMembers = fields.map((field) => ({
    statements: checkField(field, scope),
    isBound: callsProject || field.constraints.some(({ path }) => path !== field.descriptor.name),
  }));
  const ofAll = checkRules(constraints, { value: 'value', self: 'value', path: [] }, scope);
  return joinChecks([...ofMembers, { statements: ofAll, isBound: true }]);
}

function checkField(
  { descriptor, constraints, value }: FieldModel,
  scope: FunctionScope,
): readonly Statement[] {
  const { name } = descriptor;
  const target: Target = { value: memberOf(name), self: 'value', path: [] };
  const inner: Target = { ...target, path: [name], place: name };
  const rules = checkRules(constraints, target, scope);
  if (value === undefined) return rules;
  // The JSON type of the member has been checked. Only its content remains.
  if (value.kind === 'leaf' || value.kind === 'any') return rules;
  if (value.kind === 'list') return [...rules, ...checkEntries(value, inner, scope)];
  return [...rules, ...checkStructure(value, inner, scope)];
}

/** Returns functions for shapes, then for unnamed objects, including those found while generating. */
function innerFunctions(
  shapes: readonly ShapeModel[],
  file: FileScope,
  slots: Slots,
): readonly FunctionDeclarationStructure[] {
  const functions = shapes.map(({ validator, value }) => {
    const scope = createFunctionScope(file, validator);
    // Shapes never allow null. Each reference decides whether it does.
    if (value.kind !== 'object')
      return innerFunction(scope, checkValue({ ...value, nullable: true }, INNER, scope), slots);
    const checks = [...checkObject(value, INNER, scope), ...checkRules(value.constraints, INNER, scope)];
    return innerFunction(scope, checks, slots);
  });
  for (const { name, value } of file.functions) {
    const scope = createFunctionScope(file, name);
    functions.push(innerFunction(scope, checkObject(value, INNER, scope), slots));
  }
  return functions;
}

/** Target of a function for nested values. */
export const INNER: Target = { value: 'value', self: 'value', path: [code('path')] };

/** Returns a function that checks a nested value. */
export function innerFunction(
  scope: FunctionScope,
  body: readonly Statement[],
  slots: Slots,
): FunctionDeclarationStructure {
  scope.uses.delete('violations');
  const isContextUsed = scope.uses.size > 0 || scope.passesContext;
  return procedure({
    name: scope.name,
    parameters: [
      { name: '{ violations, path, value }', type: 'Subject' },
      { name: isContextUsed ? 'context' : '_context', type: 'ValidationContext' },
    ],
    body: bodyOf(scope, body, slots),
  });
}

/** Returns the checks, preceded by the destructured context members. */
function bodyOf({ uses }: FunctionScope, body: readonly Statement[], slots: Slots): string {
  const members = (['groups', 'violations', 'now', 'user', 'isGranted'] as const).filter((member) =>
    uses.has(member),
  );
  const taken = members.length === 0 ? [] : [line(`const { ${members.join(', ')} } = context;`)];
  // The template has already indented the first line.
  return slots.put(printStatements([...taken, ...body], 2).trimStart());
}
