/** Formats rows as aligned columns: text to the left, numbers to the right, separated by two spaces. */
export function textTable(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? NUMBERS.format(cell) : cell)),
  );
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_column, index) =>
    Math.max(...texts.map((row) => row[index]?.length ?? 0)),
  );
  const isNumeric = widths.map((_width, index) => rows.some((row) => typeof row[index] === 'number'));
  return texts.map((row) =>
    row
      .map((text, index) =>
        isNumeric[index] === true ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const NUMBERS = new Intl.NumberFormat('en');
