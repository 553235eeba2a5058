import type { Requested, Kind } from './outage-load.js';

/** Effect of one outage on a site. Times are those of `performance.now()`. */
export interface OutageRun {
  readonly database: string;
  readonly name: string;
  readonly requested: readonly Requested[];
  readonly takenAt: number;
  readonly backAt: number;
  /** Time when every kind of request succeeded again. */
  readonly answeredAt: number;
  /** Time when the last pending message reached its receiver. */
  readonly arrivedAt: number | undefined;
  /** Number of responses that took longer than a second. */
  readonly stale: number;
  /** Records of each process without acknowledged data. */
  readonly lost: number;
  readonly logLines: readonly string[];
}

export const HEADING =
  'database; requests during the outage (status times count, p99, worst in ms); health; after the return; lost, stale, log';

export function describeRun(run: OutageRun): string {
  const { database, name, requested, takenAt, backAt, answeredAt, arrivedAt, lost, stale, logLines } = run;
  const meanwhile = requested.filter(({ from, until }) => until > takenAt && from < backAt);
  const kinds = (['read', 'write', 'upload', 'mail'] as const).flatMap((kind) =>
    describeKind(kind, meanwhile),
  );
  const notified = meanwhile.find(
    ({ kind, from, status }) => kind === 'health' && from >= takenAt && status !== 200,
  );
  const arrived = arrivedAt === undefined ? [] : [`last message ${seconds(arrivedAt - backAt)}`];
  const parts = [
    `${database}; ${name}: ${kinds.join(', ')}`,
    notified === undefined
      ? 'health 200'
      : `health ${notified.status} after ${seconds(notified.until - takenAt)}`,
    [`answers ${seconds(answeredAt - backAt)}`, ...arrived].join(', '),
    `lost ${lost}, stale ${stale}, ${logLines.length} log lines`,
  ];
  return parts.join('; ');
}

function describeKind(kind: Kind, meanwhile: readonly Requested[]): readonly string[] {
  const of = meanwhile.filter((each) => each.kind === kind);
  if (of.length === 0) return [];
  const counts = new Map<number, number>();
  for (const { status } of of) counts.set(status, (counts.get(status) ?? 0) + 1);
  const times = of.map(({ from, until }) => until - from).sort((left, right) => left - right);
  const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  const statuses = [...counts].sort(([left], [right]) => left - right);
  return [
    `${kind} ${statuses.map(([status, count]) => `${status}x${count}`).join(' ')} (${at(0.99)}, ${at(1)})`,
  ];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

/** Returns whether nothing acknowledged was lost, no request hung, and no response reported an internal error. */
export const isWell = ({ requested, answeredAt, arrivedAt = 0, lost }: OutageRun): boolean =>
  lost === 0 &&
  Number.isFinite(answeredAt) &&
  Number.isFinite(arrivedAt) &&
  requested.every(({ status }) => status > 0 && (status < 500 || status === 503));
