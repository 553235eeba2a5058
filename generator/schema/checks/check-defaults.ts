import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchemaNode } from '../definition.js';
import { type CheckContext, fieldKind } from '../schema-set.js';
import { type FieldOwner, fieldOwners, fieldsOf } from './owners.js';

/** Defaults fit the field they are written in. */
export function checkDefaults(context: CheckContext): void {
  const embedded: Record<string, JsonSchemaNode> = {};
  for (const { definition } of context.resources) {
    if (definition['x-resource'] === 'embedded') embedded[`${definition.title}.json`] = definition;
  }
  for (const owner of fieldOwners(context)) {
    for (const [name, field] of fieldsOf(owner)) {
      if (field.default === undefined) continue;
      const fault =
        fieldKind(field) === 'scalar'
          ? defaultFault(field, owner, embedded)
          : { message: 'a relation, upload or computed field has no default', hint: 'Remove "default".' };
      if (fault === undefined) continue;
      context.report(
        owner.source,
        `/properties/${name}/default`,
        `The default ${JSON.stringify(field.default)} does not fit: ${fault.message}.`,
        fault.hint,
      );
    }
  }
}

function defaultFault(
  field: JsonSchemaNode,
  owner: FieldOwner,
  embedded: Readonly<Record<string, JsonSchemaNode>>,
): { readonly message: string; readonly hint: string } | undefined {
  const ajv = new Ajv2020({ allErrors: false, strict: false });
  formats.default(ajv);
  for (const [file, definition] of Object.entries(embedded)) {
    const schema: Record<string, unknown> = { ...definition, $id: file };
    delete schema['$schema'];
    ajv.addSchema(schema);
  }
  const { default: value, ...shape } = field;
  try {
    const check = ajv.compile({ ...shape, $defs: owner.definition.$defs ?? {} });
    if (check(value)) return undefined;
    const [error] = check.errors ?? [];
    const place = error?.instancePath === '' ? 'it' : `its ${error?.instancePath.slice(1)}`;
    const allowed: unknown = error?.params['allowedValues'];
    return {
      message: `${place} ${error?.message ?? 'is refused'}`,
      hint: Array.isArray(allowed)
        ? `Use one of: ${allowed.map((entry) => JSON.stringify(entry)).join(', ')}.`
        : 'Change the default, or the rule that refuses it.',
    };
  } catch {
    // A reference that leads nowhere or a pattern that is no expression: reported by their own checks.
    return undefined;
  }
}
