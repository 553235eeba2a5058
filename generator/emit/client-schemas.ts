import type { VariableStatementStructure } from 'ts-morph';
import type { FieldDescriptor } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import { completeDescriptor } from 'cms-api-components/internal/kernel/contract/schema/complete-descriptor.js';
import { bodyFacts, isInBodies } from 'cms-api-components/internal/kernel/contract/features/body-facts.js';
import { isJsonObject } from 'cms-api-components/internal/kernel/util/json-object.js';
import {
  code,
  printLiteral,
  printString,
} from 'cms-api-components/internal/kernel/util/text/source-literal.js';
import { platformFields } from 'cms-api-components/internal/model/base-fields.js';
import type { ResourceModel, ResourceNames } from '../model/types.js';
import { constant } from '../render/declarations.js';
import { createSlots, type Slots } from '../render/source-printer.js';
import { bannerOf, type EmitOutput } from './emitter.js';
import { hasChecks, validatorOf } from './validators.js';
import { ON_SERVER, type ValidatorFor } from './validators/function-scope.js';

/** Module of the functions that schemas call, as files in `client/schemas/` name it. */
export const RULES = '../rules.js';

/** Rules of other records, of the caller and of the project's own code stay with the server. */
export const IN_BROWSER: ValidatorFor = {
  module: RULES,
  omitted: new Set([...ON_SERVER.omitted, 'Expression', 'Callback']),
};

/** TypeScript of `client/schemas/hero-image.js`: the schemas of what is sent to a type. */
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

/** The two schemas of a type, and what they consist of. */
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

/** What front ends need to know of the members that a body may have. */
export const factsOfFields = (fields: readonly FieldDescriptor[]): readonly object[] =>
  fields.filter(isSent).map(bodyFacts);

/** The JSON Schema of a body. Members that it does not name are ignored, so it does not refuse them. */
function bodySchema(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([keyword]) => keyword !== 'additionalProperties');
  return withoutTypes(Object.fromEntries(kept)) as JsonObject; // an object stays one
}

/** Keywords that hold values, which look like schemas by chance alone. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'examples', 'required']);

/** Types of TypeScript are for the generator. */
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
