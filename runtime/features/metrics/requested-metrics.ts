import { Counter, Gauge, type Registry } from 'prom-client';
import type { Metric, Reading } from '../../kernel/contract/features/metrics.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { within } from '../../kernel/util/async/within.js';

/** Cache time of database metrics, so that frequent scrapes do not load the database. */
const FRESH_MS = 10_000;
/** Timeout of a single metric. Prometheus waits ten seconds in total; metrics that time out are omitted. */
const PATIENCE_MS = 3000;

type Read = () => Promise<readonly Reading[]>;

/** Registries for metrics of this process, and for metrics that are the same in all processes of a site. */
export interface Registries {
  readonly own: Registry;
  readonly ofSite: Registry;
}

/** Registers metrics that are read at each scrape. */
export function registerMetrics(
  metrics: readonly Metric[],
  { own, ofSite, log }: Registries & { readonly log: Logger },
): void {
  const failures = new Counter({
    registers: [own],
    name: 'cms_metric_failures_total',
    help: 'Failed reads of metrics, by metric; a metric that fails is omitted.',
    labelNames: ['metric'],
  });
  for (const measure of metrics) {
    const { name } = measure;
    const read = measure.asksDatabase === true ? cachedBriefly(readOf(measure)) : readOf(measure);
    // Counters of a process are its own, even if the metric also queries the database.
    const registry = measure.asksDatabase === true && measure.kind === 'gauge' ? ofSite : own;
    register(registry, measure, async () => {
      try {
        return await within(PATIENCE_MS, read(), () => new Error(`no answer within ${PATIENCE_MS} ms`));
      } catch (err) {
        failures.inc({ metric: name });
        log.debug({ msg: 'failed to read a metric', metric: name, err });
        return [];
      }
    });
  }
}

const readOf =
  (measure: Metric): Read =>
  async () =>
    measure.read();

function register(registry: Registry, { name, help, kind, labels = [] }: Metric, read: Read): void {
  const shared = { registers: [registry], name: `cms_${name}`, help, labelNames: labels };
  if (kind === 'gauge') {
    new Gauge({
      ...shared,
      async collect() {
        const readings = await read();
        this.reset();
        if (readings.length === 0) hide(this, labels);
        for (const reading of readings) this.set(reading.labels ?? {}, reading.value);
      },
    });
    return;
  }
  new Counter({
    ...shared,
    async collect() {
      const readings = await read();
      this.reset();
      for (const reading of readings) this.inc(reading.labels ?? {}, reading.value);
    },
  });
}

/** Removes an unlabeled metric without readings, which would otherwise report 0. */
function hide(metric: { remove(): void }, labels: readonly string[]): void {
  if (labels.length === 0) metric.remove();
}

/** Caches readings for a short time. Concurrent callers share one read. */
function cachedBriefly(read: Read): Read {
  let cached: Promise<readonly Reading[]> | undefined;
  let at = 0;
  return () => {
    const now = performance.now();
    if (cached !== undefined && now - at < FRESH_MS) return cached;
    at = now;
    const reading = read();
    cached = reading;
    reading.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading;
  };
}
