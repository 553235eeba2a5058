import type { Baseline } from './baseline.js';
import { isReached, ratioOf, type Row, type Target } from './row.js';

const HEADINGS = ['name', 'ours', 'bare', 'ratio', 'target', 'result'];

/** The rows as one text table; with a baseline, its ratio (or its number, where nothing is bare) beside each row. */
export function formatTable(rows: readonly Row[], baseline: Baseline | undefined): string {
  const headings = baseline === undefined ? HEADINGS : [...HEADINGS, 'baseline'];
  const lines = rows.map((row) => {
    const cells = [
      row.name,
      formatNumber(row.ours, row.unit),
      row.bare === undefined ? '' : formatNumber(row.bare, row.unit),
      formatRatio(row),
      formatTarget(row),
      resultOf(row),
    ];
    return baseline === undefined ? cells : [...cells, formatEarlier(row, baseline)];
  });
  return align([headings, ...lines]);
}

function formatNumber(value: number, unit: Row['unit']): string {
  const digits = value < 10 && unit !== 'statements' ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

function formatRatio(row: Row): string {
  const ratio = ratioOf(row);
  if (ratio === undefined) return '';
  return row.unit === 'requests/s' ? `${(ratio * 100).toFixed(0)} %` : `${ratio.toFixed(1)} x`;
}

function formatTarget({ target, unit }: Row): string {
  if (target === undefined) return '';
  const texts: Readonly<Record<Target['kind'], string>> = {
    'share-at-least': `>= ${target.value * 100} %`,
    'at-most': `<= ${target.value} ${unit}`,
  };
  return texts[target.kind];
}

function resultOf(row: Row): string {
  const reached = isReached(row);
  if (reached === undefined) return '';
  return reached ? 'ok' : 'missed';
}

function formatEarlier(row: Row, baseline: Baseline): string {
  const earlier = baseline.rows.find(({ name, unit }) => name === row.name && unit === row.unit);
  if (earlier === undefined) return 'new';
  return earlier.bare === undefined ? formatNumber(earlier.ours, row.unit) : formatRatio(earlier);
}

function align(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}
