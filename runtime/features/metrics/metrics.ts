import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { Workers } from '../../kernel/ports/workers.js';
import { serviceMeasures } from '../../kernel/service-measures.js';
import { packageVersion } from '../../kernel/util/packages/package-root.js';
import { registerMeasures } from './asked.js';
import { processMetrics } from './process-metrics.js';
import { recordWork } from './recorded.js';

/** The metrics of a serving process, as Prometheus reads them. */
export interface Metrics {
  /** Counts from now on. */
  record(): void;
  readonly contentType: string;
  /** Its text form; asks for all states. */
  print(): Promise<string>;
  close(): void;
}

const TOPIC = 'metrics';
/** Workers that take longer are left out. */
const PATIENCE_MS = 5000;

/** With several workers, whichever is asked adds up the numbers of all. */
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
      const measures = features.flatMap((feature) => feature.measures ?? []);
      const all = [...serviceMeasures({ database, outbox }), ...measures];
      registerMeasures(all, { own: registry, ofSite, log });
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

/** The numbers of some registries, as they are sent to another worker. */
async function toJson(registries: readonly Registry[]): Promise<JsonValue> {
  const parts = await Promise.all(registries.map((one) => one.getMetricsAsJSON()));
  return parts.flat() as unknown as JsonValue; // prom-client makes it for that purpose
}

/** Each metric of all workers together: most are added up, and each says itself what else is to be done. */
async function sumOf(workers: Workers): Promise<Registry> {
  const replies = await workers.ask({ topic: TOPIC, body: null, to: 'all', patienceMs: PATIENCE_MS });
  return AggregatorRegistry.aggregate(replies as unknown as object[]); // as `toJson` made them
}
