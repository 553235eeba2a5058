/** Generates unique names of variables and functions. */
export interface Names {
  /** Returns `base`, or `base` with the first number that makes it unique. */
  plain(base: string): string;
  /** Returns `base1`, `base2`, ... */
  numbered(base: string): string;
}

/** @param taken names that the file already uses */
export function createNames(taken: Iterable<string>): Names {
  const used = new Set(taken);
  const counters = new Map<string, number>();
  // Numbered names may be as many as records, so they are recognized by their counters instead of stored.
  const isNumbered = (name: string): boolean => {
    const [, base = '', number = ''] = /^(.*?)([1-9]\d*)$/.exec(name) ?? [];
    return number !== '' && Number(number) <= (counters.get(base) ?? 0);
  };
  const next = (given: string): string => {
    // A base that ends in a digit would merge with the number.
    const base = /\d$/.test(given) ? `${given}_` : given;
    for (;;) {
      const number = (counters.get(base) ?? 0) + 1;
      counters.set(base, number);
      const name = `${base}${number}`;
      if (!used.has(name)) return name;
    }
  };
  return {
    plain(base) {
      if (used.has(base) || isNumbered(base)) return next(`${base}_`);
      used.add(base);
      return base;
    },
    numbered: next,
  };
}

/** Converts a reference or type to PascalCase. */
export function pascalCase(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Converts a type name to camelCase. */
export function camelCase(type: string): string {
  const pascal = pascalCase(type);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
