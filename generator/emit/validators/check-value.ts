import type { JsonTypeName } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { ListValue, ObjectValue, ReferenceValue, UnionValue, ValueModel } from '../../model/types.js';
import { code } from 'cms-api-components/internal/kernel/contract/code.js';
import {
  printAccess,
  printFlat,
  printLiteral,
} from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import {
  checkRules,
  closure,
  collectionCall,
  fieldLines,
  reportUnlessOnePasses,
  subjectOf,
  type Target,
} from './check-rules.js';
import { useContext, useRuntime, type FunctionScope } from './function-scope.js';
import { block, braces, call, line, type Statement } from './statements.js';

/** Returns the checks of a value in a JSON column: null, JSON type, nested values, then its rules. */
export function checkValue(value: ValueModel, target: Target, scope: FunctionScope): readonly Statement[] {
  const always = value.constraints.filter(({ constraint }) => ALWAYS.has(constraint));
  const rules = value.constraints.filter(({ constraint }) => !ALWAYS.has(constraint));
  const guard = typeGuard(value, target.value);
  const checked = checkRules(rules, target, scope);
  return [
    ...(always.length > 0 ? checkRules(always, target, scope) : checkPresence(value, target, scope)),
    ...checkStructure(value, target, scope),
    ...(guard === undefined ? checked : block(`if (${guard})`, checked)),
  ];
}

/** Rules about null, which always run. */
const ALWAYS: ReadonlySet<string> = new Set(['NotNull', 'NotBlank']);

function checkPresence(value: ValueModel, target: Target, scope: FunctionScope): readonly Statement[] {
  const mayBeNull = value.nullable || value.kind === 'any' || value.kind === 'union';
  return mayBeNull || isNullableShape(value, scope)
    ? []
    : [callRule('notNull', { target, options: {} }, scope)];
}

function isNullableShape(value: ValueModel, scope: FunctionScope): boolean {
  return value.kind === 'reference' && scope.file.shapes.get(value.shape)?.value.nullable === true;
}

/** Returns the checks of JSON type and nested values. Null passes. */
export function checkStructure(
  value: ValueModel,
  target: Target,
  scope: FunctionScope,
): readonly Statement[] {
  switch (value.kind) {
    case 'leaf':
      return [checkType(value.accepts, target, scope)];
    case 'list':
      return [checkType(['array'], target, scope), ...checkEntries(value, target, scope)];
    case 'object':
      return [callFunction(liftFunction(value, target, scope), target, scope)];
    case 'reference':
      return [callFunction(shapeFunction(value, scope), target, scope)];
    case 'union':
      return checkUnion(value, target, scope);
    case 'any':
      return [];
  }
}

/** Returns the checks of each entry of a list. Values that are not lists pass. */
export function checkEntries(
  { items }: ListValue,
  target: Target,
  scope: FunctionScope,
): readonly Statement[] {
  const place = `${target.place ?? ''}Entry`;
  const entry: Target = { self: target.self, value: 'entry', path: [code('path')], place };
  const body = checkValue(items, entry, scope);
  if (body.length === 0) return [];
  useContext(scope, 'violations');
  const head = `${useRuntime(scope, 'all')}(${printLiteral(subjectOf(target))},`;
  const list = [braces(head, closure('each', 'entry', body), ');')];
  return block(`if (Array.isArray(${target.value}))`, list);
}

/** Returns the body of an object's check function: its type, its members and unknown members. */
export function checkObject(value: ObjectValue, target: Target, scope: FunctionScope): readonly Statement[] {
  const fields = value.properties.map(({ name, required, value: property }) => {
    const member: Target = { self: target.self, value: 'member', path: [code('path')], place: name };
    return fieldLines(name, required, checkValue(property, member, scope));
  });
  const isOpen = value.additional !== false;
  const isFree = isOpen && fields.length === 0;
  const options = isOpen ? { allowExtraFields: true } : {};
  // `collection` reports values that are not objects.
  return [
    isFree ? checkType(['object'], target, scope) : collectionCall({ at: target, fields, options }, scope),
    ...checkAdditional(value, target, scope),
  ];
}

function checkAdditional(value: ObjectValue, target: Target, scope: FunctionScope): readonly Statement[] {
  if (typeof value.additional === 'boolean') return [];
  const member: Target = { self: target.self, value: 'member', path: [...target.path, '.', code('key')] };
  const known = value.properties.map(({ name }) => name);
  const checks = checkValue(value.additional, member, scope);
  if (checks.length === 0) return [];
  const skip = known.length === 0 ? [] : [line(`if (${printFlat(known)}.includes(key)) continue;`)];
  return block(
    `if (typeof ${target.value} === 'object' && ${target.value} !== null)`,
    block(`for (const [key, member] of Object.entries(${target.value}))`, [...skip, ...checks]),
  );
}

function checkType(types: readonly JsonTypeName[], target: Target, scope: FunctionScope): Statement {
  const [only] = types;
  return callRule('type', { target, options: { type: types.length === 1 ? only : types } }, scope);
}

function checkUnion(value: UnionValue, target: Target, scope: FunctionScope): readonly Statement[] {
  const attempts = value.options.map((option) => checkValue(option, target, scope));
  const body = reportUnlessOnePasses(attempts, { path: target.path, message: UNION_MESSAGE }, scope);
  return value.nullable ? block(`if (${target.value} !== null)`, body) : body;
}

const UNION_MESSAGE = 'This value is not valid.';

function callRule(
  name: string,
  { target, options }: { readonly target: Target; readonly options: object },
  scope: FunctionScope,
): Statement {
  useContext(scope, 'violations');
  return call(useRuntime(scope, name), subjectOf(target), options);
}

function callFunction(name: string, target: Target, scope: FunctionScope): Statement {
  useContext(scope, 'violations');
  scope.passesContext = true;
  return call(name, subjectOf(target), code('context'));
}

function shapeFunction({ shape }: ReferenceValue, scope: FunctionScope): string {
  const found = scope.file.shapes.get(shape);
  if (found === undefined) throw new Error(`The model references the undefined shape ${shape}.`);
  return found.validator;
}

/** Creates a function for an unnamed object and returns its name, which is derived from the path. */
function liftFunction(value: ObjectValue, target: Target, scope: FunctionScope): string {
  const { place = 'Member' } = target;
  const suffix = /^\w+$/.test(place) ? place.charAt(0).toUpperCase() + place.slice(1) : 'Member';
  const name = scope.file.uniqueName(`${scope.name}${suffix}`);
  scope.file.functions.push({ name, value });
  return name;
}

/** Returns the condition under which rules can read a value, or undefined if they handle null and every type. */
function typeGuard(value: ValueModel, code: string): string | undefined {
  switch (value.kind) {
    case 'leaf':
      return value.accepts.map((type) => GUARDS[type].replaceAll('#', code)).join(' || ');
    case 'list':
      return GUARDS.array.replace('#', code);
    case 'object':
    case 'reference':
    case 'union':
    case 'any':
      return undefined;
  }
}

const GUARDS: Readonly<Record<JsonTypeName, string>> = {
  string: "typeof # === 'string'",
  int: 'Number.isInteger(#)',
  float: "typeof # === 'number'",
  bool: "typeof # === 'boolean'",
  array: 'Array.isArray(#)',
  object: "typeof # === 'object' && # !== null",
};

/** Returns the code of a member of the validated record. */
export function memberOf(name: string): string {
  return `value${printAccess(name)}`;
}
