import type { CallbackUse } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { ConstraintModel, FieldModel, ShapeModel, ValueModel } from './types.js';

/** Returns the `Callback` rules of a type for its descriptor, or nothing if it has none. */
export function collectCallbacks({
  fields,
  constraints,
  shapes,
}: {
  readonly fields: readonly FieldModel[];
  readonly constraints: readonly ConstraintModel[];
  readonly shapes: readonly ShapeModel[];
}): { readonly callbacks?: readonly CallbackUse[] } {
  const ofFields = fields.flatMap(({ descriptor: { name: field }, constraints: rules, value }) =>
    [...namesIn(rules), ...namesInValue(value)].map((name) => ({ name, field })),
  );
  // Several fields may use a shape, so its rules belong to the type.
  const ofType = [...shapes.flatMap(({ value }) => namesInValue(value)), ...namesIn(constraints)].map(
    (name) => ({ name }),
  );
  const callbacks = [...ofFields, ...ofType];
  return callbacks.length === 0 ? {} : { callbacks };
}

function namesIn(rules: readonly ConstraintModel[]): readonly string[] {
  return rules.flatMap(({ constraint, options, inner = [] }) => [
    ...(constraint === 'Callback' ? [String(options['name'])] : []),
    ...inner.flatMap(({ constraints }) => namesIn(constraints)),
  ]);
}

function namesInValue(value: ValueModel | undefined): readonly string[] {
  if (value === undefined) return [];
  return [...namesIn(value.constraints), ...partsOf(value).flatMap(namesInValue)];
}

function partsOf(value: ValueModel): readonly ValueModel[] {
  switch (value.kind) {
    case 'list':
      return [value.items];
    case 'union':
      return value.options;
    case 'object': {
      const { additional } = value;
      const rest = typeof additional === 'boolean' ? [] : [additional];
      return [...value.properties.map((property) => property.value), ...rest];
    }
    case 'leaf':
    case 'reference':
    case 'any':
      return [];
  }
}
