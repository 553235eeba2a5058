import type { JsonSchemaNode } from '../schema/definition.js';
import type { Place } from '../schema/place.js';
import { type FieldOwner, allNodes, type PlacedNode } from './owners.js';

/** Checks that limits don't contradict each other, because then no value would be valid. */
export function checkContradictions(owner: FieldOwner): void {
  for (const placed of allNodes(owner)) {
    checkLimits(placed);
  }
}

/** Lower limit, upper limit, and whether a value may equal both. */
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
        `No value is both above "${low}" (${least}) and below "${high}" (${most}).`,
        `Lower "${low}" or raise "${high}".`,
      );
  }
}

/** Checks option pairs of constraints: `min` and `max`, `minWidth` and `maxWidth`. */
export function checkOptionLimits(place: Place, options: Readonly<Record<string, unknown>>): void {
  for (const [low, least] of Object.entries(options)) {
    const high = low.replace(/^min/, 'max');
    const most = options[high];
    if (low === high || typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
    place
      .below(low)
      .report(
        `"${low}" (${least}) is greater than "${high}" (${most}), so no value is valid.`,
        `Lower "${low}" or raise "${high}".`,
      );
  }
}
