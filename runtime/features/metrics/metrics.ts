import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { Workers } from '../../kernel/contract/workers.js';
import { serviceMetrics } from '../../kernel/service-metrics.js';
import { packageVersion } from '../../kernel/util/packages/package-root.js';
import { registerMetrics } from './requested-metrics.js';
import { processMetrics } from './process-metrics.js';
import { recordWork } from './recorded.js';

/** Metrics of a serving process in the Prometheus format. */
export interface Metrics {
  /** Starts recording. */
  record(): void;
  readonly contentType: string;
  /** Returns the text format, after reading all metrics. */
  print(): Promise<string>;
  close(): void;
}

const TOPIC = 'metrics';
/** Timeout for workers; slower ones are omitted. */
const PATIENCE_MS = 5000;

/** Creates the metrics. With several workers, each can respond with the sum of all. */
export function createMetrics({
  service,
  workers,
  log,
}: Pick<Kernel, 'service' | 'workers' | 'log'>): Metrics {
  const registry = new Registry();
  const ofSite = new Registry();
  const own = (): readonly Registry[] => [processMetrics(), registry];
  workers?.answer(TOPIC, async () => toJson(own()));
  let end = (): void => undefined;
  return {
    record() {
      const { database, outbox, features } = service();
      new Gauge({
        registers: [registry],
        name: 'cms_build_info',
        aggregator: 'first',
        help: 'Always 1; its label is the version of cms-api-components.',
        labelNames: ['version'],
      }).set({ version: packageVersion() }, 1);
      new Gauge({
        registers: [registry],
        name: 'cms_processes',
        help: 'Processes that serve at this address: the workers, or 1.',
      }).set(1);
      const metrics = features.flatMap((feature) => feature.metrics ?? []);
      const all = [...serviceMetrics({ database, outbox }), ...metrics];
      registerMetrics(all, { own: registry, ofSite, log });
      end = recordWork(registry);
    },
    contentType: registry.contentType,
    async print() {
      const added = workers === undefined ? own() : [await sumOf(workers)];
      const parts = [...added, ofSite].map((one) => one.metrics());
      return (await Promise.all(parts)).join('\n');
    },
    close: () => end(),
  };
}

/** Serializes registries to send them to another worker. */
async function toJson(registries: readonly Registry[]): Promise<JsonValue> {
  const parts = await Promise.all(registries.map((one) => one.getMetricsAsJSON()));
  return parts.flat() as unknown as JsonValue; // the JSON format of prom-client
}

/** Aggregates the metrics of all workers. Most are summed; the others define their own aggregation. */
async function sumOf(workers: Workers): Promise<Registry> {
  const replies = await workers.ask({ topic: TOPIC, body: null, to: 'all', patienceMs: PATIENCE_MS });
  return AggregatorRegistry.aggregate(replies as unknown as object[]); // as returned by `toJson`
}
