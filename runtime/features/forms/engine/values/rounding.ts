import { InternalError } from '../../../../kernel/errors/internal-error.js';

/** The index of a mode is its number in a definition. */
const ROUNDING_MODES = ['ceiling', 'floor', 'down', 'up', 'halfeven', 'halfdown', 'halfup'] as const;

export type RoundingMode = (typeof ROUNDING_MODES)[number];

/**
 * Parses a `rounding_mode`, a number (0 to 6) or a name in any common spelling: `halfup`, `half_up`, `ROUND_HALFUP`.
 * @throws InternalError for other values.
 */
export function readRoundingMode(written: number | string): RoundingMode {
  const name = typeof written === 'number' ? ROUNDING_MODES[written] : plainName(written);
  const mode = ROUNDING_MODES.find((known) => known === name);
  if (mode !== undefined) return mode;
  throw new InternalError(
    `The rounding_mode "${written}" of a form field is unknown. Use one of ${ROUNDING_MODES.join(', ')}.`,
  );
}

function plainName(written: string): string {
  return written
    .toLowerCase()
    .replace(/[_\s-]/g, '')
    .replace(/^round/, '');
}

/** Divides and rounds to an integer; the denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  const isNegative = numerator < 0n;
  const size = isNegative ? -numerator : numerator;
  const whole = size / denominator;
  const rest = size % denominator;
  const isAway = rest !== 0n && roundsAway({ mode, isNegative, whole, toHalf: 2n * rest - denominator });
  const rounded = isAway ? whole + 1n : whole;
  return isNegative ? -rounded : rounded;
}

interface Rest {
  readonly mode: RoundingMode;
  readonly isNegative: boolean;
  readonly whole: bigint;
  /** Distance to a half: negative if less, zero if exactly a half. */
  readonly toHalf: bigint;
}

/** Returns whether a fraction is rounded away from zero. */
function roundsAway({ mode, isNegative, whole, toHalf }: Rest): boolean {
  switch (mode) {
    case 'ceiling':
      return !isNegative;
    case 'floor':
      return isNegative;
    case 'down':
      return false;
    case 'up':
      return true;
    case 'halfeven':
      return toHalf > 0n || (toHalf === 0n && whole % 2n === 1n);
    case 'halfdown':
      return toHalf > 0n;
    case 'halfup':
      return toHalf >= 0n;
  }
}
