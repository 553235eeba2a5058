/** Gives out names of variables and functions, each once. */
export interface Names {
  /** `base`, or with the first number behind it that makes it new. */
  plain(base: string): string;
  /** `base1`, `base2`, ... */
  numbered(base: string): string;
}

/** @param taken what the file names already. */
export function createNames(taken: Iterable<string>): Names {
  const used = new Set(taken);
  const counters = new Map<string, number>();
  // There may be as many numbered names as there is content, so they are told by their counters.
  const isNumbered = (name: string): boolean => {
    const [, base = '', number = ''] = /^(.*?)([1-9]\d*)$/.exec(name) ?? [];
    return number !== '' && Number(number) <= (counters.get(base) ?? 0);
  };
  const next = (given: string): string => {
    // A base that ends in a digit would run into the number.
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

/** Words of a reference or a type in PascalCase. */
export function pascalCase(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** The name of a type in camelCase. */
export function camelCase(type: string): string {
  const pascal = pascalCase(type);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
