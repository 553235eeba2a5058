import type { VariableStatementStructure } from 'ts-morph';
import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { completeDescriptor } from 'cms-api-components/internal/kernel/contract/schema/complete-descriptor.js';
import { bodyFacts, isInBodies } from 'cms-api-components/internal/kernel/contract/features/body-facts.js';
import { isJsonObject } from 'cms-api-components/internal/kernel/util/json-object.js';
import { code } from 'cms-api-components/internal/kernel/contract/code.js';
import { printLiteral, printString } from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { platformFields } from 'cms-api-components/internal/model/base-fields.js';
import type { ResourceModel, ResourceNames } from '../model/types.js';
import { constant } from '../render/declarations.js';
import { createSlots, type Slots } from '../render/source-printer.js';
import { bannerOf, type EmitOutput } from './emitter.js';
import { hasChecks, validatorOf } from './validators.js';
import { ON_SERVER, type ValidatorFor } from './validators/function-scope.js';

/** Path of the module with the rule functions, relative to `client/schemas/`. */
export const RULES = '../rules.js';

/**
 * Rules that browsers can check. Rules about other records, the current user and project code run on the server only.
 */
export const IN_BROWSER: ValidatorFor = {
  module: RULES,
  omitted: new Set([...ON_SERVER.omitted, 'Expression', 'Callback']),
};

/** Prints `client/schemas/hero-image.js`: the request schemas of a type. */
export function printClientSchema(resource: ResourceModel, output: EmitOutput): string {
  const { names, descriptor, clientSchemas, sourceFile, contentHash } = resource;
  const checked = { ...resource, fields: resource.fields.filter((field) => isSent(field.descriptor)) };
  const slots = createSlots();
  const { imports, statements } = validatorOf(checked, slots, IN_BROWSER);
  const isChecked = hasChecks(checked, IN_BROWSER);
  for (const name of ['inputSchema', 'patchSchema']) imports.add({ module: RULES, name });
  const { publishable, validationGroups } = completeDescriptor({ ...descriptor, fields: [] });
  const rules = {
    fields: factsOfFields([
      ...platformFields(descriptor),
      ...resource.fields.map((field) => field.descriptor),
    ]),
    ...(isChecked ? { check: code(names.validator) } : {}),
    groups: validationGroups,
    ...(publishable === undefined
      ? {}
      : { publication: { field: publishable.field, groups: publishable.validationGroups } }),
  };
  const schema = bodySchema(clientSchemas.input);
  return output.print({
    banner: bannerOf(sourceFile, contentHash),
    imports,
    statements: [...(isChecked ? statements : []), ...schemaConstants({ names, schema, rules }, slots)],
    slots,
  });
}

/** Returns the two schemas of a type with their nested types. */
export function schemaConstants(
  { names, schema, rules }: SchemaParts,
  slots: Slots,
): readonly VariableStatementStructure[] {
  const literal = (value: object): string => slots.put(printLiteral(value));
  return [
    constant({ name: 'schema', value: literal(schema), isExported: false }),
    constant({ name: 'rules', value: literal(rules), isExported: false }),
    constant({ name: names.input, value: '/* @__PURE__ */ inputSchema(schema, rules)' }),
    constant({
      name: names.patch,
      value: `/* @__PURE__ */ patchSchema(${printString(names.patch)}, schema, rules)`,
    }),
  ];
}

export interface SchemaParts {
  readonly names: Pick<ResourceNames, 'input' | 'patch'>;
  readonly schema: JsonObject;
  readonly rules: object;
}

const isSent = (field: FieldDescriptor): boolean => field.writable && isInBodies(field);

/** Returns the field metadata that front ends use. */
export const factsOfFields = (fields: readonly FieldDescriptor[]): readonly object[] =>
  fields.filter(isSent).map(bodyFacts);

/** Returns the JSON Schema of a body. It permits unknown members, because the API ignores them. */
function bodySchema(schema: JsonObject): JsonObject {
  const keywords = Object.entries(schema).filter(([keyword]) => keyword !== 'additionalProperties');
  return withoutTypes(Object.fromEntries(keywords)) as JsonObject; // the function maps objects to objects
}

/** Keywords whose values are data, even if they look like schemas. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'examples', 'required']);

/** Removes the `tsType` keywords, which only the generator uses. */
function withoutTypes(schema: JsonValue, isMap = false): JsonValue {
  if (Array.isArray(schema)) return schema.map((entry: JsonValue) => withoutTypes(entry));
  if (!isJsonObject(schema)) return schema;
  const members = Object.entries(schema).filter(([key]) => isMap || key !== 'tsType');
  return Object.fromEntries(
    members.map(([key, value = null]) => [
      key,
      !isMap && VALUES.has(key)
        ? value
        : withoutTypes(value, !isMap && (key === 'properties' || key === '$defs')),
    ]),
  );
}
