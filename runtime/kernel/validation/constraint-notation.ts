import { CONSTRAINTS, constraintOptions } from '../contract/schema/constraints.js';
import type { JsonObject, JsonValue } from '../contract/json.js';
import type { CallbackRun, Subject } from '../contract/records/validation.js';
import { InternalError } from '../errors/internal-error.js';
import type { Scope } from '../expression/expression.js';
import { parseExpression } from '../expression/parse-expression.js';
import { objectOf } from '../util/json-object.js';
import { comparesRelativeDates } from '../util/dates/compared-date.js';
import * as rules from './constraints/index.js';

export interface ConstraintContext extends Scope {
  readonly groups: ReadonlySet<string>;
  /** Time of the submission, for `now` and `today` in constraints. */
  readonly now: Date;
  /** Functions of `Callback` constraints; if absent, those are skipped. */
  readonly callbacks?: CallbackRun;
}

/** A compiled list of constraints, with expressions and patterns parsed once. */
export type CompiledConstraints = (subject: Subject, context: ConstraintContext) => void;

type CompiledRule = CompiledConstraints;

/**
 * Compiles a list in the notation of components.md section 11.5 (`[{ "NotBlank": { ... } }]`). `File`,
 * `Image`, `UniqueEntity` and disabled constraints (`-Email`) are skipped; other code handles them.
 * @throws InternalError for an unknown constraint; ExpressionError for an invalid expression.
 */
export function compileConstraints(list: readonly JsonValue[]): CompiledConstraints {
  return compileList(list, { outerGroups: ['Default'], isInside: false });
}

/** Context of a constraint list. */
interface ListPlace {
  /** Groups of the enclosing constraint, the default for the constraints inside. */
  readonly outerGroups: readonly string[];
  /** Whether it is inside `All` or `Collection`, which check values within the value. */
  readonly isInside: boolean;
}

function compileList(list: readonly JsonValue[], { outerGroups, isInside }: ListPlace): CompiledConstraints {
  const compiled = list.flatMap((entry) =>
    Object.entries(objectOf(entry)).flatMap(([name, written]) => {
      const options = constraintOptions(name, written);
      const groups = readGroups(options) ?? outerGroups;
      const rule = compileRule({ name, options, groups, isInside });
      return rule === null ? [] : [{ rule, groups }];
    }),
  );
  return (subject, context) => {
    for (const { rule, groups } of compiled) {
      if (groups.some((group) => context.groups.has(group))) rule(subject, context);
    }
  };
}

/**
 * Compiles and runs `list` once. Callers with a fixed list should keep the result of `compileConstraints`.
 */
export function applyConstraints(
  subject: Subject,
  list: readonly JsonValue[],
  context: ConstraintContext,
): void {
  compileConstraints(list)(subject, context);
}

const HANDLED_ELSEWHERE: ReadonlySet<string> = new Set(['File', 'Image', 'UniqueEntity']);

interface WrittenRule extends Pick<ListPlace, 'isInside'> {
  readonly name: string;
  readonly options: JsonObject;
  readonly groups: readonly string[];
}

function compileRule({ name, options, groups, isInside }: WrittenRule): CompiledRule | null {
  if (name.startsWith('-') || HANDLED_ELSEWHERE.has(name)) return null;
  if (name === 'All') return compileAll(options, groups);
  if (name === 'Collection') return compileCollection(options, groups);
  if (name === 'Expression') return compileExpression(options, isInside);
  if (name === 'Callback') return compileCallback(options);
  if (name === 'Regex') return compileRegex(options);
  if (!Object.hasOwn(CONSTRAINTS, name)) throw new InternalError(`Unknown constraint "${name}".`);
  // A constraint's function has its name, and authored options were checked against CONSTRAINTS when they
  // were read.
  const rule = rules[`${name.charAt(0).toLowerCase()}${name.slice(1)}` as 'blank'];
  if (!comparesRelativeDates(options)) return (subject) => rule(subject, options as never);
  return (subject, { now }) => rule(subject, { ...options, now } as never);
}

function compileRegex(options: JsonObject): CompiledRule {
  const pattern = rules.parsePattern(String(options.pattern));
  if (pattern === null)
    throw new InternalError(`Invalid pattern ${String(options.pattern)} of a Regex constraint.`);
  const compiled = { ...options, pattern };
  return (subject) => rules.regex(subject, compiled);
}

function compileExpression(options: JsonObject, isInside: boolean): CompiledRule {
  const rule = parseExpression(String(options.expression));
  const pathOf = reportedPath(options.path, isInside);
  return (subject, context) =>
    rules.expression({ ...subject, path: pathOf(subject.path) }, scopeOf(context), { ...options, rule });
}

/**
 * Returns the path of violations. An option `path` names a sibling of the value, or a member of it inside
 * `All` and `Collection` (components.md section 11.5).
 */
function reportedPath(written: JsonValue | undefined, isInside: boolean): (path: string) => string {
  if (typeof written !== 'string' || written === '') return (path) => path;
  return isInside ? (path) => `${path}.${written}` : () => written;
}

function compileCallback(options: JsonObject): CompiledRule {
  return (subject, context) => {
    // Authored options were checked against CONSTRAINTS when the definition was read.
    if (context.callbacks !== undefined) rules.callback(subject, context, options as never);
  };
}

function scopeOf(context: ConstraintContext): Scope {
  const { this: self = null, object = null, user = null } = context;
  return { this: self, object, user, isGranted: (role) => context.isGranted(role) };
}

function compileAll(options: JsonObject, groups: readonly string[]): CompiledRule {
  const inner = compileList(asList(options.constraints), { outerGroups: groups, isInside: true });
  return (subject, context) => rules.all(subject, { each: (entry) => inner(entry, context) });
}

/** Each key has a list of constraints, or `{ required, constraints }`. */
function compileCollection(options: JsonObject, groups: readonly string[]): CompiledRule {
  const fields = Object.entries(objectOf(options.fields)).map(([name, notation]) => {
    const { required, constraints } = Array.isArray(notation)
      ? { required: true, constraints: notation }
      : objectOf(notation);
    const inner = compileList(asList(constraints), { outerGroups: groups, isInside: true });
    return { name, optional: required === false, inner };
  });
  return (subject, context) =>
    rules.collection(subject, {
      ...options,
      fields: Object.fromEntries(
        fields.map(({ name, optional, inner }) => [
          name,
          { optional, check: (member: Subject) => inner(member, context) },
        ]),
      ),
    });
}

/** Returns the validation groups of a constraint; undefined if it has none. */
export function readGroups({ groups }: JsonObject): readonly string[] | undefined {
  if (typeof groups === 'string') return [groups];
  return Array.isArray(groups) ? groups.map(String) : undefined;
}

function asList(value: JsonValue | undefined): readonly JsonValue[] {
  // `Array.isArray` does not narrow readonly arrays.
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
