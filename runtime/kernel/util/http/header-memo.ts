/** Clients send only a handful of different values. */
const MOST_VALUES = 200;
const LONGEST_VALUE = 500;

/**
 * Memoizes `read` for header values. The number and length of values are limited, because clients choose
 * them.
 */
export function createHeaderMemo<Result>(
  read: (value: string | undefined) => Result,
): (value: string | undefined) => Result {
  const known = new Map<string | undefined, Result>();
  return (value) => {
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const result = read(value);
    if (known.size < MOST_VALUES && (value ?? '').length <= LONGEST_VALUE) known.set(value, result);
    return result;
  };
}
