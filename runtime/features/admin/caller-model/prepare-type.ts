import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { FieldDescriptor, ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { Feature } from '../../../kernel/feature.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { objectOf } from '../../../kernel/util/json-object.js';
import { documentBuiltIn } from '../../../openapi/core-part.js';
import { WRITTEN_POSITIONS } from '../../../openapi/member-schemas.js';
import { SHARED_COMPONENTS } from '../../../openapi/shared-components.js';
import { inputRules } from './input-rules.js';
import { memberAccess, type MemberAccess } from './member-access.js';
import { memberKind } from './member-kind.js';
import { selfContained } from './self-contained.js';

/** A member as described to every caller who can see it. */
export interface PreparedMember {
  readonly field: FieldDescriptor;
  readonly access: MemberAccess;
  readonly described: {
    readonly name: string;
    readonly kind: string;
    readonly schema: JsonObject;
    readonly required: boolean;
    readonly nullable: boolean;
    readonly writeOnly: boolean;
    readonly constraints: readonly JsonValue[];
  };
  /** Names of all types that an IRI can refer to. */
  readonly targets: readonly string[];
}

/** The parts of a type's model that do not depend on the caller. Built once. */
export interface PreparedType {
  readonly resource: RegisteredResource;
  readonly group: string;
  /** Schema of a create body with all writable members. */
  readonly input: JsonObject;
  /** Schema of a change body, without required members. */
  readonly patch: JsonObject;
  readonly members: readonly PreparedMember[];
  /** Returns the validation rules of the given body members. */
  rules(names: ReadonlySet<string>): JsonObject;
}

export type PrepareDeps = Pick<Kernel, 'registry' | 'guard' | 'project'> & {
  readonly features: readonly Feature[];
};

/** Built-in types outside the page structure, by group. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['SiteConfigParameter', 'site'],
  ['User', 'people'],
]);

function groupOf({ kind, name }: RegisteredResource): string {
  if (kind === 'core') return GROUPS.get(name) ?? 'structure';
  // Records belong to no page, so they are grouped with the site.
  return kind === 'record' ? 'site' : kind;
}

const PLACES = { componentPositions: WRITTEN_POSITIONS };

type Schemas = Readonly<Record<string, JsonValue>>;

/** Prepares all types, sorted by name. */
export function prepareTypes(deps: PrepareDeps): readonly PreparedType[] {
  // Documentation schemas are JSON.
  const generated = (deps.project.openApi.components?.schemas ?? {}) as Schemas;
  const components: Schemas = { ...(SHARED_COMPONENTS.schemas as unknown as Schemas), ...generated };
  return deps.registry.all.map((resource) => {
    const own =
      generated[`${resource.name}.jsonld-input`] === undefined ? builtInSchemas(resource, deps) : components;
    const schemaOf = (side: string): JsonObject =>
      objectOf(selfContained(own[`${resource.name}.${side}`] ?? {}, components));
    return prepareType(resource, { input: schemaOf('jsonld-input'), read: schemaOf('jsonld') }, deps);
  });
}

function builtInSchemas(resource: ResourceDescriptor, { features }: PrepareDeps): Schemas {
  const described = features.reduce(
    (known, { documentation }) => documentation?.describe?.(known) ?? known,
    resource,
  );
  // Documentation schemas are JSON.
  const schemas = documentBuiltIn(described).schemas as unknown as Schemas;
  const name = `${resource.name}.jsonld-input`;
  const input = objectOf(schemas[name]);
  // The documentation of a built-in component only lists IRIs of its positions.
  return resource.kind === 'component'
    ? { ...schemas, [name]: { ...input, properties: { ...objectOf(input.properties), ...PLACES } } }
    : schemas;
}

function prepareType(
  resource: RegisteredResource,
  { input: whole, read }: { readonly input: JsonObject; readonly read: JsonObject },
  { registry, guard }: PrepareDeps,
): PreparedType {
  const input = without(whole, 'additionalProperties');
  const required = new Set(Array.isArray(input.required) ? (input.required as readonly JsonValue[]) : []);
  const sent = objectOf(input.properties);
  const shown = objectOf(read.properties);
  const members = resource.fields
    .filter(({ readable, writable }) => readable || writable)
    .map((field): PreparedMember => {
      const { name } = field;
      const schema = objectOf((field.writable ? sent[name] : undefined) ?? shown[name] ?? {});
      return {
        field,
        access: memberAccess(field, resource, guard),
        targets: registry.all.flatMap((one) =>
          'target' in field && registry.accepts(field.target, one.name) ? [one.name] : [],
        ),
        described: {
          name,
          kind: memberKind(field, schema),
          schema,
          required: required.has(name),
          nullable: isNullable(field, schema),
          writeOnly: !field.readable && field.kind !== 'upload',
          constraints: field.constraints ?? [],
        },
      };
    });
  return {
    resource,
    group: groupOf(resource),
    input: { ...input, title: `${resource.name}Input` },
    patch: { ...without(input, 'required'), title: `${resource.name}Patch` },
    members,
    rules: (names) =>
      inputRules(
        resource,
        resource.fields.filter(({ name }) => names.has(name)),
      ),
  };
}

const without = (schema: JsonObject, keyword: string): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));

function isNullable(field: FieldDescriptor, { type }: JsonObject): boolean {
  if (field.kind === 'scalar' || field.kind === 'to-one') return field.nullable;
  return field.kind === 'inverse-one' || (Array.isArray(type) && type.includes('null'));
}
