import { Gauge, Registry } from 'prom-client';
import type { ComposedService } from '../../kernel/feature.js';
import { serviceMeasures } from '../../kernel/service-measures.js';
import type { Logger } from '../../kernel/ports/logger.js';
import { packageVersion } from '../../kernel/util/package-root.js';
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

export function createMetrics({
  service,
  log,
}: {
  readonly service: () => ComposedService;
  readonly log: Logger;
}): Metrics {
  const registry = new Registry();
  let end = (): void => undefined;
  return {
    record() {
      const { database, outbox, features } = service();
      new Gauge({
        registers: [registry],
        name: 'cms_build_info',
        help: 'Always 1; its label is the version of cms-api-components.',
        labelNames: ['version'],
      }).set({ version: packageVersion() }, 1);
      const measures = features.flatMap((feature) => feature.measures ?? []);
      registerMeasures([...serviceMeasures({ database, outbox }), ...measures], { registry, log });
      end = recordWork(registry);
    },
    contentType: registry.contentType,
    async print() {
      const parts = [processMetrics(), registry].map((one) => one.metrics());
      return (await Promise.all(parts)).join('\n');
    },
    close: () => end(),
  };
}
