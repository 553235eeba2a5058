import { typeRights, type TypeRights } from '../../../kernel/authorization/type-rights.js';
import { isInScope } from '../../../kernel/authorization/acting-token.js';
import type { AuthenticatedUser, RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import type { ComposedService } from '../../../kernel/feature.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { PartsOf } from '../../../kernel/prepared-resource.js';
import { partsByType } from '../../../kernel/prepared-resource.js';
import type { ItemVoter } from '../../../kernel/contract/records/operations.js';
import type { StoredForm } from '../../../extension-points/forms/stored-forms.js';
import type { FilterDescriptor, PublishableDescriptor } from '../../../kernel/contract/schema/resource.js';
import {
  createDeclaredTo,
  createReadsPath,
  type DeclaredTo,
} from '../../../kernel/reads/declared-parameters.js';
import { objectOf } from '../../../kernel/util/json-object.js';
import { packageVersion } from '../../../kernel/util/packages/package-root.js';
import { USER } from '../../accounts/public-api.js';
import type { Publication } from '../../publishing/public-api.js';
import { type PreparedType, prepareTypes } from './prepare-type.js';

/** Deployment details that the admin application needs. */
export interface Place {
  readonly frontEnd: string | null;
  readonly hub: string | null;
  /** Path of the stream that reports schema changes during development. */
  readonly changes: string | null;
}

export interface ModelDeps extends Pick<Kernel, 'registry' | 'guard' | 'project' | 'iris' | 'service'> {
  readonly publication: Publication;
  /** Forms whose submissions are stored. */
  readonly forms: () => readonly StoredForm[];
  readonly place: () => Place;
}

/** Builds the model for one caller (contract decision 117). */
export type BuildModel = (user: AuthenticatedUser, context: RequestContext) => JsonObject;

interface Parts {
  readonly service: ComposedService;
  readonly votersOf: PartsOf<ItemVoter>;
  readonly declaredTo: DeclaredTo;
  readonly publication: Publication;
}

/**
 * Prepares the parts that are the same for every caller. Each call only evaluates the caller's rights and sends no SQL
 * statement.
 */
export function createBuildModel(deps: ModelDeps): BuildModel {
  const { registry, guard, iris, publication } = deps;
  const service = deps.service();
  const { features } = service;
  const types = prepareTypes({ ...deps, features });
  const parts: Parts = {
    service,
    publication,
    votersOf: partsByType(
      registry,
      features.flatMap(({ reads }) => reads?.voters ?? []),
    ),
    declaredTo: createDeclaredTo(createReadsPath({ registry, guard })),
  };
  const documented = service
    .documented()
    .filter(({ endpoints }) => endpoints.some(({ documentation }) => documentation !== undefined))
    .map(({ name }) => name);
  const version = packageVersion();
  const account = registry.require(USER);
  const forms = deps.forms();
  return (user, context) => {
    const known = types
      .map((type) => ({ type, rights: rightsOf(type, context, parts) }))
      .filter(({ rights }) => rights.list || rights.create);
    const names = new Set(known.map(({ type }) => type.resource.name));
    return {
      service: { version, prefix: iris.prefix, ...deps.place() },
      me: {
        iri: iris.item(account, user.id),
        username: user.username,
        roles: user.roles,
        granted: [...context.actor.roles],
      },
      types: known.map(({ type, rights }) => ({
        ...describeType(type, rights),
        ...describeMembers(type, { names, rights, context }, forms),
        ...describeList(type, context, parts),
      })),
      features: documented,
    };
  };
}

type Rights = TypeRights & { readonly publish: boolean };

function rightsOf({ resource }: PreparedType, context: RequestContext, parts: Parts): Rights {
  const { votersOf, service, publication } = parts;
  const rights = typeRights(resource, context, { voters: votersOf(resource), mayAsk: service.mayAsk });
  const publish =
    resource.publishable !== undefined &&
    rights.update &&
    publication.maySeeDrafts(resource, context.actor) &&
    isInScope(context.actor, 'publish', resource.name);
  return { ...rights, publish };
}

function describeType({ resource, group }: PreparedType, may: Rights): JsonObject {
  const { name, path, description = null, positionRestricted, publishable } = resource;
  return {
    ...{ name, path, group, description, positionRestricted },
    may: { ...may },
    publishable: publishable === undefined ? null : namesOf(publishable),
  };
}

const namesOf = ({ field, publishedAssociation, draftAssociation }: PublishableDescriptor): JsonObject => ({
  ...{ field, publishedAssociation, draftAssociation },
});

interface ForCaller {
  /** Names of the types that are visible to the caller. */
  readonly names: ReadonlySet<string>;
  readonly rights: Rights;
  readonly context: RequestContext;
}

/** Returns the members that the caller can read or write, and the schemas of the bodies that the caller can send. */
function describeMembers(
  type: PreparedType,
  { names, rights, context }: ForCaller,
  forms: readonly StoredForm[],
): JsonObject {
  const all = type.members.map((member) => {
    const { create, update } = member.access.mayWrite(context);
    const sends = { create: create && rights.create, update: update && rights.update };
    return { member, sends, isSent: sends.create || sends.update, isRead: member.access.mayRead(context) };
  });
  const known = all.filter(({ isSent, isRead }) => isSent || isRead);
  const sentIn = (operation: 'create' | 'update'): ReadonlySet<string> =>
    new Set(known.flatMap(({ member, sends }) => (sends[operation] ? [member.described.name] : [])));
  const sent = { create: sentIn('create'), update: sentIn('update') };
  return {
    timestamps: timestampsOf(type, new Set(known.map(({ member }) => member.described.name))),
    files: known.flatMap(({ member: { field } }) => (field.kind === 'upload' ? [field.name] : [])),
    members: known.map(({ member, sends, isSent, isRead }) => ({
      ...member.described,
      writeOnly: member.described.writeOnly || !(isRead || member.field.kind === 'upload'),
      readOnly: !isSent,
      createOnly: sends.create && !sends.update,
      targets: member.targets.filter((name) => names.has(name)),
    })),
    input: bodyOf(type.input, sent.create),
    patch: bodyOf(type.patch, sent.update),
    rules: type.rules(new Set([...sent.create, ...sent.update])),
    ...describeForms(
      type,
      known.map(({ member }) => member.described.name),
      forms,
    ),
  };
}

/** @param names members that are visible to the caller */
function timestampsOf({ resource }: PreparedType, names: ReadonlySet<string>): JsonObject | null {
  if (resource.timestamped === undefined) return null;
  const { createdAtField: created, modifiedAtField: modified } = resource.timestamped;
  return names.has(created) && names.has(modified) ? { created, modified } : null;
}

/** Returns the body schema, limited to the members that the caller can send. */
function bodyOf({ required, properties, ...schema }: JsonObject, names: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(objectOf(properties)).filter(([name]) => names.has(name));
  const wanted = Array.isArray(required) ? required.filter((name) => names.has(String(name))) : [];
  return {
    ...schema,
    properties: Object.fromEntries(kept),
    ...(wanted.length === 0 ? {} : { required: wanted }),
  };
}

/** Returns the list parameters, without those for members that the caller cannot read on every record. */
function describeList(
  { resource }: PreparedType,
  { actor }: RequestContext,
  { declaredTo }: Parts,
): JsonObject {
  const { searchFields, orderFields, filters } = declaredTo(resource, actor);
  const valuesOf = ({ field }: FilterDescriptor): JsonObject => {
    const member = resource.field(field);
    return member?.kind === 'scalar' && member.enum !== undefined ? { values: member.enum } : {};
  };
  return {
    search: searchFields.length > 0,
    orders: orderFields,
    filters: filters.map((filter) => ({
      name: filter.parameter,
      kind: filter.strategy,
      ...valuesOf(filter),
    })),
  };
}

/**
 * Returns the forms that create records of the type, with the members visible to the caller. Empty if there are no such
 * forms.
 */
function describeForms(
  { resource }: PreparedType,
  known: readonly string[],
  all: readonly StoredForm[],
): JsonObject {
  const forms = all.filter(({ type }) => type === resource.name);
  if (forms.length === 0) return {};
  return {
    forms: forms.map(({ name, fields }) => ({
      name,
      fields: fields.filter(({ member }) => known.includes(member)).map((field) => ({ ...field })),
    })),
  };
}
