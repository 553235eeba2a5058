import type { JsonValue } from '../../../runtime/kernel/contract/json.js';
import type { JsonSchemaNode, JsonTypeKeyword } from '../definition.js';
import type { Place } from '../place.js';
import type { CheckContext } from '../schema-set.js';
import { allNodes, fieldOwners, type PlacedNode } from './owners.js';

/** Rules that no value, or no value of a list, can keep: nobody could ever write the field. */
export function checkContradictions(context: CheckContext): void {
  for (const owner of fieldOwners(context)) {
    for (const placed of allNodes(owner)) {
      checkLimits(placed);
      checkValues(placed);
    }
  }
}

/** The lower limit of each pair, the upper one, and whether a value may equal both. */
const LIMITS: readonly (readonly [keyof JsonSchemaNode, keyof JsonSchemaNode, boolean])[] = [
  ['minLength', 'maxLength', true],
  ['minItems', 'maxItems', true],
  ['minimum', 'maximum', true],
  ['minimum', 'exclusiveMaximum', false],
  ['exclusiveMinimum', 'maximum', false],
  ['exclusiveMinimum', 'exclusiveMaximum', false],
];

function checkLimits({ node, place }: PlacedNode): void {
  for (const [low, high, mayBeEqual] of LIMITS) {
    const [least, most] = [node[low], node[high]];
    if (typeof least !== 'number' || typeof most !== 'number') continue;
    if (least < most || (mayBeEqual && least === most)) continue;
    place
      .below(low)
      .report(
        `"${low}" (${least}) leaves no value below "${high}" (${most}).`,
        `Lower "${low}" or raise "${high}".`,
      );
  }
}

/** Options of constraints come in such pairs too: `min` and `max`, `minWidth` and `maxWidth`. */
export function checkOptionLimits(place: Place, options: Readonly<Record<string, unknown>>): void {
  for (const [low, least] of Object.entries(options)) {
    const high = low.replace(/^min/, 'max');
    const most = options[high];
    if (low === high || typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
    place
      .below(low)
      .report(
        `"${low}" (${least}) is more than "${high}" (${most}), so no value passes.`,
        `Lower "${low}" or raise "${high}".`,
      );
  }
}

function checkValues({ node, place }: PlacedNode): void {
  const types = typeof node.type === 'string' ? [node.type] : node.type;
  if (types === undefined) return;
  const checkValue = (value: JsonValue, valuePlace: Place): void => {
    if (isOfSomeType(value, types)) return;
    valuePlace.report(
      `${JSON.stringify(value)} is ${nameOf(value)}, but the type is "${types.join('" or "')}".`,
      hintFor(value, types),
    );
  };
  node.enum?.forEach((value, index) => checkValue(value, place.below('enum', index)));
  if (node.const !== undefined) checkValue(node.const, place.below('const'));
}

/** Whether a value is of one of the JSON types. */
export const isOfSomeType = (value: JsonValue, types: readonly JsonTypeKeyword[]): boolean =>
  types.some((type) => isOfType(value, type));

function isOfType(value: JsonValue, type: JsonTypeKeyword): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === typeNameOf(value);
}

function typeNameOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function nameOf(value: JsonValue): string {
  const name = typeNameOf(value);
  if (name === 'null') return 'null';
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function hintFor(value: JsonValue, types: readonly string[]): string {
  if (value === null) return `Add "null" to the type, or remove the value.`;
  if (types.includes('string') && typeof value !== 'object')
    return `Write ${JSON.stringify(String(value))}, or change the type.`;
  return 'Change the value or the type.';
}
