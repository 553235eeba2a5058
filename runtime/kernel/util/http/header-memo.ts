/** Clients send a handful of values of a header. */
const MOST_VALUES = 200;
const LONGEST_VALUE = 500;

/** Remembers what `read` makes of the values of a header, as long as they are few and short, because clients choose them. */
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
