import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

const FOLDER = new URL('../../../docs/public/monitoring/', import.meta.url);
const text = (name: string): Promise<string> => readFile(new URL(name, FOLDER), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly action: string };
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** Returns the alert rules that operators copy. */
export async function readAlerts(): Promise<readonly Alert[]> {
  const { groups } = parse(await text('alerts.yaml')) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Returns the panels of the dashboard that operators import. */
export async function readPanels(): Promise<readonly Panel[]> {
  return (JSON.parse(await text('grafana-dashboard.json')) as { panels: Panel[] }).panels;
}

/** Returns the names of metrics in a Prometheus expression. */
export const namesIn = (expression: string): readonly string[] =>
  expression.match(/\b(?:cms|process|nodejs)_\w+/g) ?? [];
