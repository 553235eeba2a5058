import type { ConstraintModel, FieldModel, ResourceNames, ShapeModel, SourceModel } from '../model/types.js';
import { code } from '../render/literal.js';
import { bannerOf, PACKAGE, type Emitter } from './emitter.js';
import { checkRules, type Target } from './validators/check-rules.js';
import { checkEntries, checkObject, checkStructure, checkValue, memberOf } from './validators/check-value.js';
import {
  createFileScope,
  createFunctionScope,
  type FileScope,
  type FunctionScope,
} from './validators/function-scope.js';
import { call, joinBlocks, printStatements, type Statement } from './validators/statements.js';

/** `validators/hero-image.ts`: the rules of the type as straight-line calls (components.md sections 6 and 9). */
export const validatorEmitter: Emitter = {
  name: 'validators',
  async emit({ resources, user }, output) {
    const sources: readonly ValidatedModel[] = user === undefined ? resources : [...resources, user];
    for (const source of sources) {
      await output.addOrReuse({
        path: `validators/${source.names.file}.ts`,
        modelHash: source.contentHash,
        render: () => output.templates.render('validator.ts', viewOf(source)),
      });
    }
  },
};

interface ValidatedModel extends SourceModel {
  readonly names: ResourceNames;
  readonly fields: readonly FieldModel[];
  readonly constraints: readonly ConstraintModel[];
  readonly shapes: readonly ShapeModel[];
}

function viewOf(source: ValidatedModel): object {
  const { names, shapes } = source;
  const file = createFileScope(shapes, [names.validator]);
  const main = viewOfMain(source, file);
  const functions = viewOfFunctions(shapes, file);
  if (!main.isEmpty || functions.length > 0) {
    file.imports.add({ module: PACKAGE, name: 'ValidationContext', typeOnly: true });
  }
  const usesLists = functions.length > 0 || file.triesAlternatives;
  if (usesLists) file.imports.add({ module: PACKAGE, name: 'ViolationList', typeOnly: true });
  if (file.triesAlternatives) file.imports.add({ module: PACKAGE, name: 'Violation', typeOnly: true });
  return {
    banner: bannerOf(source.sourceFile, source.contentHash),
    imports: file.imports.print(),
    names,
    rules: file.rules.map(({ name, source: text }) => ({
      statement: printStatements([call(`const ${name} = parseExpression`, text)], 0),
    })),
    ...main,
    functions,
    triesAlternatives: file.triesAlternatives,
  };
}

interface MainView {
  readonly isEmpty: boolean;
  readonly typeName: string;
  readonly context: string;
  readonly body: string;
}

function viewOfMain({ names, fields, constraints }: ValidatedModel, file: FileScope): MainView {
  const scope = createFunctionScope(file, names.validator);
  const checks = fields.flatMap((field) => checkField(field, scope));
  const classRules = checkRules(constraints, { value: 'value', self: 'value', path: [] }, scope);
  const body = joinBlocks([...checks, ...classRules]);
  return {
    isEmpty: body.length === 0,
    typeName: names.type,
    context: destructuring(scope),
    body: printStatements(body, 2),
  };
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
  // The JSON type of the member itself was checked before; only what is inside it is not.
  if (value.kind === 'leaf' || value.kind === 'any') return rules;
  if (value.kind === 'list') return [...rules, ...checkEntries(value, inner, scope)];
  return [...rules, ...checkStructure(value, inner, scope)];
}

interface FunctionView {
  readonly name: string;
  readonly contextName: string;
  readonly context: string;
  readonly body: string;
}

/** Shapes come first, then unnamed objects, including those that are found on the way. */
function viewOfFunctions(shapes: readonly ShapeModel[], file: FileScope): readonly FunctionView[] {
  const views = shapes.map(({ validator, value }) => {
    const scope = createFunctionScope(file, validator);
    // Whether null may stand there is the business of whoever refers to the shape.
    if (value.kind !== 'object')
      return viewOfFunction(scope, checkValue({ ...value, nullable: true }, INNER, scope));
    return viewOfFunction(scope, [
      ...checkObject(value, INNER, scope),
      ...checkRules(value.constraints, INNER, scope),
    ]);
  });
  for (const { name, value } of file.functions) {
    const scope = createFunctionScope(file, name);
    views.push(viewOfFunction(scope, checkObject(value, INNER, scope)));
  }
  return views;
}

const INNER: Target = { value: 'value', self: 'value', path: [code('path')] };

function viewOfFunction(scope: FunctionScope, body: readonly Statement[]): FunctionView {
  scope.uses.delete('violations');
  const isContextUsed = scope.uses.size > 0 || scope.passesContext;
  return {
    name: scope.name,
    contextName: isContextUsed ? 'context' : '_context',
    context: destructuring(scope),
    body: printStatements(body, 2),
  };
}

/** `{ groups, user }`: what a body takes from the context. */
function destructuring({ uses }: FunctionScope): string {
  const members = ['groups', 'violations', 'user', 'isGranted'] as const;
  return members.filter((member) => uses.has(member)).join(', ');
}
