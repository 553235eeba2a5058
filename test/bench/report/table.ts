import { earlierRow, type Baseline } from './baseline.js';
import { isReached, ratioOf, type Row, type Target } from './row.js';

interface Column {
  readonly heading: string;
  cell(row: Row): string;
}

const NAME: Column = { heading: 'name', cell: ({ name }) => name };
const OURS: Column = { heading: 'ours', cell: ({ ours, unit }) => formatNumber(ours, unit) };
/** Only if another build was measured too. */
const AGAINST: readonly Column[] = [
  {
    heading: 'against',
    cell: ({ against, unit }) => (against === undefined ? '' : formatNumber(against, unit)),
  },
  { heading: 'ours/against', cell: formatChange },
];
const BARE: readonly Column[] = [
  { heading: 'bare', cell: ({ bare, unit }) => (bare === undefined ? '' : formatNumber(bare, unit)) },
  { heading: 'ratio', cell: (row) => formatRatio(ratioOf(row), row.unit) },
  { heading: 'target', cell: formatTarget },
  { heading: 'result', cell: resultOf },
];

/** Formats the rows as one text table, with the other build and the baseline if they exist, and the explanations. */
export function formatTable(rows: readonly Row[], baseline: Baseline | undefined): string {
  const isCompared = rows.some(({ against }) => against !== undefined);
  const earlier: readonly Column[] =
    baseline === undefined ? [] : [{ heading: 'baseline', cell: (row) => formatEarlier(row, baseline) }];
  const columns = [NAME, OURS, ...(isCompared ? AGAINST : []), ...BARE, ...earlier];
  const lines = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const table = align([columns.map(({ heading }) => heading), ...lines]);
  const details = rows.flatMap(({ details: explanation }) => explanation ?? []);
  return details.length === 0 ? table : `${table}\n\n${details.join('\n')}`;
}

function formatNumber(value: number, unit: Row['unit']): string {
  const digits = value < 10 && unit !== 'statements' ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

function formatChange({ ours, against }: Row): string {
  return against === undefined ? '' : `${(ours / against).toFixed(2)} x`;
}

function formatRatio(ratio: number | undefined, unit: Row['unit']): string {
  if (ratio === undefined) return '';
  return unit === 'requests/s' ? `${(ratio * 100).toFixed(0)} %` : `${ratio.toFixed(ratio < 10 ? 2 : 1)} x`;
}

function formatTarget({ target, unit }: Row): string {
  if (target === undefined) return '';
  const texts: Readonly<Record<Target['kind'], string>> = {
    'share-at-least': `>= ${target.value * 100} %`,
    'at-most': `<= ${target.value} ${unit}`,
    'times-at-most': `<= ${target.value} x`,
  };
  return texts[target.kind];
}

function resultOf(row: Row): string {
  const reached = isReached(row);
  if (reached === undefined) return '';
  return reached ? 'ok' : 'missed';
}

function formatEarlier(row: Row, baseline: Baseline): string {
  const earlier = earlierRow(row, baseline);
  if (earlier === undefined) return 'new';
  return earlier.count === undefined
    ? formatRatio(earlier.ratio, row.unit)
    : formatNumber(earlier.count, row.unit);
}

function align(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}
