import { callerScope } from '../../kernel/authorization/role-hierarchy.js';
import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import type { Dialect } from '../../kernel/contract/database/database.js';
import type { QueryExtension, SqlCondition } from '../../kernel/contract/records/operations.js';
import type {
  CompleteDescriptor,
  FieldDescriptor,
  SecurityDescriptor,
} from '../../kernel/contract/schema/resource.js';
import { denied } from '../../kernel/errors/catalog.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import { textDependsOnObject } from '../../kernel/expression/depends-on-object.js';
import type { Expression } from '../../kernel/expression/expression.js';
import { parseExpression } from '../../kernel/expression/parse-expression.js';
import {
  parseRowRule,
  type RowMemberKind,
  type RowMembers,
  type RowRule,
  RowRuleError,
} from '../../kernel/expression/row-rule.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { RegisteredResource, ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { rowCondition } from './row-conditions.js';

/** Decides who may request a list, and which rows it contains (contract decision 66). */
export interface ReadRules {
  /** @throws AppError 401/403 if the caller may not list the type */
  assertListable(resource: Pick<CompleteDescriptor, 'name' | 'security'>, actor: Actor): void;
  /** Removes the rows that the rules of the type refuse to read. */
  readonly filter: QueryExtension;
}

/** The rules of one type for its records. */
interface TypeRules {
  readonly read: RowRule | undefined;
  /** Rule of a `collection` expression that refers to the record. */
  readonly list: RowRule | undefined;
}

/** Rules of all types that have some, in a form that translates to SQL. */
export type RowRules = ReadonlyMap<string, TypeRules>;

/**
 * Parses the rules. `userRead` is `user.security.read`, because accounts are configured in the settings.
 * @throws InternalError for a rule that does not translate to SQL; the generator refuses such rules in schema files
 */
export function parseReadRules(registry: ResourceRegistry, userRead: string): RowRules {
  return new Map(
    registry.all.flatMap((resource): [string, TypeRules][] => {
      const read = resource.name === 'User' ? accountRule(resource, userRead) : ruleOf(resource, 'read');
      const isAboutRows = textDependsOnObject(resource.security.collection ?? '');
      const list = isAboutRows ? ruleOf(resource, 'collection') : undefined;
      return read === undefined && list === undefined ? [] : [[resource.name, { read, list }]];
    }),
  );
}

export interface ReadRulesDeps extends Pick<Kernel, 'registry' | 'guard'> {
  readonly rules: RowRules;
  readonly dialect: Dialect;
  /** Returns the SQL of a stored field of a row. */
  readonly column: (type: string, path: string) => string;
}

export function createReadRules(deps: ReadRulesDeps): ReadRules {
  const { registry, rules, guard } = deps;
  const apis = new Map(registry.all.map(({ name, security }) => [name, apiOf(security)]));
  return {
    assertListable({ name, security }, actor) {
      const api = apis.get(name);
      if (api !== undefined && !guard(api, actor)) throw denied(actor, security.message);
    },
    filter: {
      appliesTo: ({ name }) => rules.has(name),
      restrict(resource, purpose, context) {
        const own = rules.get(resource.name);
        if (own === undefined || purpose === 'item' || purpose === 'named') return undefined;
        const requested = purpose === 'collection' ? [own.read, own.list] : [own.read];
        return conditionOf({ type: resource.name, rules: requested }, context, deps);
      },
    },
  };
}

/** Returns the rule for the list as a whole. A rule that refers to the record filters rows instead. */
function apiOf({ collection, read }: SecurityDescriptor): string | undefined {
  const rule = collection ?? read;
  return rule === undefined || textDependsOnObject(rule) ? undefined : rule;
}

function conditionOf(
  { type, rules }: { readonly type: string; readonly rules: readonly (RowRule | undefined)[] },
  { actor }: RequestContext,
  { dialect, column }: ReadRulesDeps,
): SqlCondition | undefined {
  const scope = callerScope(actor);
  const conditions = rules.flatMap((rule, index) => {
    if (rule === undefined) return [];
    const name = `${type}_rule${index}`;
    return rowCondition(rule, scope, { dialect, name, column: (path) => column(type, path) }) ?? [];
  });
  if (conditions.length === 0) return undefined;
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    parameters: Object.assign(
      {},
      ...conditions.map(({ parameters }) => parameters),
    ) as SqlCondition['parameters'], // all of one type
  };
}

function ruleOf(resource: RegisteredResource, operation: 'read' | 'collection'): RowRule | undefined {
  const source = resource.security[operation];
  if (source === undefined) return undefined;
  try {
    return parseRowRule(parseExpression(source), membersOf(resource));
  } catch (error) {
    if (!(error instanceof RowRuleError)) throw error;
    throw new InternalError(
      `"x-security.${operation}" of ${resource.name} cannot filter lists: ${error.message}`,
    );
  }
}

function accountRule(resource: RegisteredResource, userRead: string): RowRule {
  return strictest(parseExpression(userRead), (name) => (name === 'id' ? 'uuid' : membersOf(resource)(name)));
}

/**
 * Parses a rule. A rule about accounts that does not translate to SQL refuses all rows, in lists and through other
 * records.
 */
function strictest(rule: Expression, members: RowMembers): RowRule {
  try {
    return parseRowRule(rule, members);
  } catch (error) {
    if (!(error instanceof RowRuleError)) throw error;
    if (rule.kind !== 'or' && rule.kind !== 'and') return NEVER;
    return { kind: rule.kind, left: strictest(rule.left, members), right: strictest(rule.right, members) };
  }
}

const NEVER: RowRule = { kind: 'constant', expression: { kind: 'literal', value: false } };

const membersOf =
  ({ field }: RegisteredResource) =>
  (name: string): RowMemberKind | undefined => {
    const found = field(name);
    return found === undefined ? undefined : kindOf(found);
  };

function kindOf(field: FieldDescriptor): RowMemberKind {
  if (field.kind === 'scalar') return field.type;
  return field.kind === 'to-one' ? 'record' : 'unstored';
}
