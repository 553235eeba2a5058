import type { Actor } from './contract/context.js';
import type {
  ItemSelector,
  ItemVoter,
  QueryExtension,
  RepresentationExtension,
} from './contract/records/operations.js';
import type { StateCheck, UpdateTarget, WriteRule, WriteStage } from './contract/records/writes.js';
import type { RegisteredResource, ResourceRegistry } from './metadata/resource-registry.js';
import { hasUniqueKey, uniqueRules } from './metadata/unique-rules.js';
import { InternalError } from './errors/internal-error.js';
import { isReadOnDemand } from './records/record-select.js';
import type { RecordReader } from './records/record-reader.js';
import type { RecordStatements } from './records/record-statements.js';
import { createFieldAccess, type ExpressionGuard, type FieldAccess } from './serializer/field-access.js';

/**
 * Contributions of all features to one type, resolved at startup, so that requests do not have to select
 * them.
 */
export interface PreparedResource {
  readonly resource: RegisteredResource;
  readonly access: FieldAccess;
  readonly statements: RecordStatements;
  /** Returns the statements for reads by a caller, without on-demand fields that this caller may not see. */
  statementsFor(actor: Actor): RecordStatements;
  /** Conditions that find the rows of a URL. */
  readonly address: {
    /** Condition by `:key`; undefined for types addressed by id alone. */
    readonly byMember: string | undefined;
    /** Condition by `:id`, and also by `:key` if a field's value may look like an id. */
    readonly byId: string;
  };
  readonly filters: readonly QueryExtension[];
  readonly selector: ItemSelector | undefined;
  readonly voters: readonly ItemVoter[];
  /** Extensions of top-level documents. */
  readonly extensions: readonly RepresentationExtension[];
  readonly rules: readonly WriteRule[];
  /**
   * Whether new records can be stored in bulk: every rule supports it, and the database enforces uniqueness.
   */
  readonly takesMany: boolean;
  /** Body members that rules read themselves. */
  readonly ownMembers: ReadonlySet<string>;
  readonly checks: readonly StateCheck[];
  readonly target: UpdateTarget | undefined;
  readonly stage: WriteStage | undefined;
}

/** Returns the entries of a list that apply to a type. */
export type PartsOf<Part> = (resource: { readonly name: string }) => readonly Part[];

/** Returns the prepared form of a type; every registered type has one. */
export type Prepared = (resource: { readonly name: string }) => PreparedResource;

/** Contributions of features to all types, each list in execution order. */
export interface FeatureParts {
  readonly filters: readonly QueryExtension[];
  readonly selectors: readonly ItemSelector[];
  readonly voters: readonly ItemVoter[];
  readonly extensions: readonly RepresentationExtension[];
  readonly rules: readonly WriteRule[];
  readonly checks: readonly StateCheck[];
  readonly targets: readonly UpdateTarget[];
  readonly stages: readonly WriteStage[];
}

export interface PrepareDeps {
  readonly registry: ResourceRegistry;
  readonly reader: Pick<RecordReader, 'select' | 'statements' | 'briefStatements'>;
  readonly guard: ExpressionGuard;
}

/** Groups parts by the types they apply to, once. */
export function partsByType<Part extends { appliesTo(resource: RegisteredResource): boolean }>(
  { all }: Pick<ResourceRegistry, 'all'>,
  parts: readonly Part[],
): PartsOf<Part> {
  const found = new Map(
    all.map((resource) => [resource.name, parts.filter((part) => part.appliesTo(resource))]),
  );
  return ({ name }) => found.get(name) ?? [];
}

export function prepareResources(parts: FeatureParts, deps: PrepareDeps): Prepared {
  const all = new Map(deps.registry.all.map((resource) => [resource.name, prepare(resource, parts, deps)]));
  return (resource) => {
    const prepared = all.get(resource.name);
    if (prepared === undefined) throw new InternalError(`No resource is named ${resource.name}`);
    return prepared;
  };
}

function prepare(
  resource: RegisteredResource,
  parts: FeatureParts,
  { reader, guard }: PrepareDeps,
): PreparedResource {
  const concerned = <Part extends { appliesTo(resource: RegisteredResource): boolean }>(
    all: readonly Part[],
  ): readonly Part[] => all.filter((part) => part.appliesTo(resource));
  const rules = concerned(parts.rules);
  const [selector] = concerned(parts.selectors);
  const [target] = concerned(parts.targets);
  const [stage] = concerned(parts.stages);
  const member = resource.identifier ?? resource.lookup;
  const byMember =
    member === undefined ? undefined : `${reader.select(resource.name).expression(member)} = :key`;
  const access = createFieldAccess(resource, guard);
  const statements = reader.statements(resource.name);
  const brief = reader.briefStatements(resource.name);
  const onDemand = resource.fields.filter(isReadOnDemand).map(access.canReadAll);
  const byId = `(${selector?.condition ?? 't.id = :id'})`;
  return {
    resource,
    access,
    statements,
    statementsFor: (actor) =>
      brief === undefined || onDemand.some((mayRead) => mayRead(actor)) ? statements : brief,
    address: {
      byMember,
      byId: byMember === undefined ? byId : `(${byMember} or ${byId})`,
    },
    filters: concerned(parts.filters),
    selector,
    voters: concerned(parts.voters),
    extensions: concerned(parts.extensions),
    rules,
    takesMany:
      rules.every((rule) => rule.many !== undefined || (rule.prepare ?? rule.apply) === undefined) &&
      uniqueRules(resource).every((rule) => hasUniqueKey(rule, resource)),
    ownMembers: new Set(rules.flatMap(({ members }) => members ?? [])),
    checks: concerned(parts.checks),
    target,
    stage,
  };
}
