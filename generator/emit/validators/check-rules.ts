import { comparesRelativeDates } from 'cms-api-components/internal/kernel/util/dates/compared-date.js';
import type { ConstraintModel } from '../../model/types.js';
import { code, type Code } from 'cms-api-components/internal/kernel/contract/code.js';
import {
  printFlat,
  printKey,
  printLiteral,
  printString,
} from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { INHERITED_NAMES } from '../../schema/reserved-names.js';
import { useContext, useRuntime, type FunctionScope } from './function-scope.js';
import { block, braces, call, line, printPath, type Path, type Statement } from './statements.js';

/** The validated value, in generated code. */
export interface Target {
  /** Code of the value, such as `value.label`. */
  readonly value: string;
  /** Code of `this` and `object` in expressions. */
  readonly self: string;
  /** Path of violations. The path of the rule is appended. */
  readonly path: Path;
  /** Validation groups that the surrounding code has already tested. */
  readonly groups?: readonly string[];
  /** Name of the value, used as a prefix of function names for its nested values. */
  readonly place?: string;
}

/** Returns the code of a rule's subject: the violation list, the path and the value. */
export function subjectOf({ path, value }: Target): Code {
  const printed = printLiteral(printPath(path));
  const members = [
    'violations',
    printed === 'path' ? 'path' : `path: ${printed}`,
    value === 'value' ? 'value' : `value: ${value}`,
  ];
  return code(`{ ${members.join(', ')} }`);
}

/** Returns the checks of a list of rules. Consecutive rules of the same groups share one `if`. */
export function checkRules(
  constraints: readonly ConstraintModel[],
  target: Target,
  scope: FunctionScope,
): readonly Statement[] {
  const emitted = constraints.filter(({ constraint }) => !scope.file.omitted.has(constraint));
  const runs: { readonly condition: string; readonly rules: ConstraintModel[] }[] = [];
  for (const rule of emitted) {
    const condition = groupCondition(rule.groups);
    const last = runs.at(-1);
    if (last?.condition === condition) last.rules.push(rule);
    else runs.push({ condition, rules: [rule] });
  }
  return runs.flatMap(({ condition, rules }) => {
    const checks = rules.flatMap((rule) => checkRule(rule, target, scope));
    if (condition === groupCondition(target.groups ?? [])) return checks;
    useContext(scope, 'groups');
    return block(`if (${condition})`, checks);
  });
}

function groupCondition(groups: readonly string[]): string {
  return groups.map((group) => `groups.has(${printString(group)})`).join(' || ');
}

function checkRule(rule: ConstraintModel, target: Target, scope: FunctionScope): readonly Statement[] {
  useContext(scope, 'violations');
  const isInner = target.path.length > 0 && rule.path !== '';
  const at: Target = { ...target, path: [...target.path, isInner ? `.${rule.path}` : rule.path] };
  switch (rule.constraint) {
    case 'Expression':
      return [checkExpression(rule, at, scope)];
    case 'Callback':
      return [checkCallback(rule, at, scope)];
    case 'All':
      return checkAll(rule, at, scope);
    case 'Collection':
      return checkKeys(rule, at, scope);
    default: {
      const name = useRuntime(scope, lowerFirst(rule.constraint));
      return [call(name, subjectOf(at), { ...optionsOf(rule), ...momentOf(rule, scope) })];
    }
  }
}

function optionsOf({ options, message, payload }: ConstraintModel): object {
  return {
    ...options,
    ...(message === undefined ? {} : { message }),
    ...(payload === undefined ? {} : { payload }),
  };
}

/** Returns the time of the check if the options use `now` or `today`. */
function momentOf({ options }: ConstraintModel, scope: FunctionScope): { readonly now?: Code } {
  return comparesRelativeDates(options) ? { now: code(useContext(scope, 'now')) } : {};
}

function checkExpression(rule: ConstraintModel, at: Target, scope: FunctionScope): Statement {
  const { expression: source, negate } = rule.options;
  const options = negate === undefined ? {} : { negate };
  const name = scope.file.uniqueName(`${lowerFirst(scope.name.replace(/^validate/, ''))}Rule`);
  scope.file.rules.push({ name, source: String(source) });
  useRuntime(scope, 'parseExpression');
  return call(useRuntime(scope, 'expression'), subjectOf(at), code(expressionScope(at, scope)), {
    rule: code(name),
    ...optionsOf({ ...rule, options }),
  });
}

/** Calls a function of the project, which receives the whole resource in the context. */
function checkCallback(rule: ConstraintModel, at: Target, scope: FunctionScope): Statement {
  scope.passesContext = true;
  return call(useRuntime(scope, 'callback'), subjectOf(at), code('context'), optionsOf(rule));
}

function expressionScope({ self }: Target, scope: FunctionScope): string {
  const user = useContext(scope, 'user');
  const isGranted = useContext(scope, 'isGranted');
  return `{ this: ${self}, object: ${self}, ${user}, ${isGranted} }`;
}

function checkAll(rule: ConstraintModel, at: Target, scope: FunctionScope): readonly Statement[] {
  const each: Target = { self: at.self, value: 'entry', path: [code('path')], groups: rule.groups };
  const body = checkRules(innerRules(rule), each, scope);
  if (body.length === 0) return [];
  const name = useRuntime(scope, 'all');
  const head = `${name}(${printLiteral(subjectOf(at))},`;
  return [braces(head, [...closure('each', 'entry', body), ...optionLines(optionsOf(rule))], ');')];
}

function checkKeys(rule: ConstraintModel, at: Target, scope: FunctionScope): readonly Statement[] {
  const fields = (rule.inner ?? []).map(({ key = '', required, constraints }) => {
    const member: Target = { self: at.self, value: 'member', path: [code('path')], groups: rule.groups };
    const body = checkRules(constraints, member, scope);
    return fieldLines(key, required !== false, body);
  });
  return [collectionCall({ at, fields, options: optionsOf(rule) }, scope)];
}

interface CollectionCall {
  readonly at: Target;
  readonly fields: readonly Statement[];
  readonly options: object;
}

/** Returns a call of `collection` with one check per member. */
export function collectionCall({ at, fields, options }: CollectionCall, scope: FunctionScope): Statement {
  useContext(scope, 'violations');
  const name = useRuntime(scope, 'collection');
  const head = `${name}(${printLiteral(subjectOf(at))},`;
  return braces(head, [braces('fields:', fields, ','), ...optionLines(options)], ');');
}

/** Returns one member of `fields`. Its body validates `member`. */
export function fieldLines(key: string, isRequired: boolean, body: readonly Statement[]): Statement {
  const optional = isRequired ? [] : [line('optional: true,')];
  return braces(`${fieldKey(key)}:`, [...closure('check', 'member', body), ...optional], ',');
}

/**
 * Returns a computed key for inherited names such as `constructor`, which TypeScript would type as members of `Object`.
 */
function fieldKey(key: string): string {
  return INHERITED_NAMES.has(key) ? `[${printString(key)} as string]` : printKey(key);
}

/** Returns a check function as a member of a literal, or nothing if its body is empty. */
export function closure(name: string, value: string, body: readonly Statement[]): readonly Statement[] {
  return body.length === 0 ? [] : [braces(`${name}: ({ violations, path, value: ${value} }) =>`, body, ',')];
}

function optionLines(options: object): readonly Statement[] {
  return Object.entries(options).map(([name, value]) => line(`${printKey(name)}: ${printFlat(value)},`));
}

interface Report {
  readonly path: Path;
  readonly message: string;
}

const NO_ALTERNATIVE_FITS = 'f27e6d6c-261a-4056-b391-6673a623531c';

/** Tries alternatives with separate violation lists. Reports one violation if all of them fail. */
export function reportUnlessOnePasses(
  attempts: readonly (readonly Statement[])[],
  { path, message }: Report,
  scope: FunctionScope,
): readonly Statement[] {
  if (attempts.some((attempt) => attempt.length === 0)) return [];
  scope.file.triesAlternatives = true;
  useContext(scope, 'violations');
  const result = scope.file.uniqueName('isAccepted');
  const violation = { propertyPath: printPath(path), message, code: NO_ALTERNATIVE_FITS };
  return [
    line(`let ${result} = false;`),
    ...attempts.map((attempt) => braces(`${result} ||= passes((violations) =>`, attempt, ');')),
    ...block(`if (!${result})`, [call('violations.add', violation)]),
  ];
}

function innerRules({ inner = [] }: ConstraintModel): readonly ConstraintModel[] {
  return inner.flatMap(({ constraints }) => constraints);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
