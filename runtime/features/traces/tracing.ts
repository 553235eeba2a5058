import { context, propagation, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { SettingsOf } from '../../kernel/settings/settings.js';
import { createStoredContexts } from './stored-contexts.js';
import { followWork } from './follow-work.js';
import type { TRACES_SETTINGS } from './settings.js';

type TracesConfig = SettingsOf<typeof TRACES_SETTINGS>['traces'];

export interface Tracing {
  /** Flushes pending spans. */
  close(): Promise<void>;
}

const NAME = 'cms-api-components';

/** Starts the OpenTelemetry SDK in this process and traces the service's work. */
export function startTracing(config: TracesConfig): Tracing {
  const contexts = createStoredContexts();
  const sdk = withVariables(config, () => {
    const made = new NodeSDK({
      contextManager: contexts,
      instrumentations: [],
      // Metrics are exported for Prometheus, and log lines go to the process output.
      metricReaders: [],
      logRecordProcessors: [],
    });
    made.start();
    return made;
  });
  const end = followWork(trace.getTracer(NAME), contexts.store);
  return {
    async close() {
      end();
      // An unavailable collector must not block the shutdown.
      await sdk.shutdown().catch(() => undefined);
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** Runs `start` with temporary environment variables: the SDK reads only `process.env`, not `.env`. */
function withVariables<Result>(config: TracesConfig, start: () => Result): Result {
  const lent = {
    OTEL_EXPORTER_OTLP_ENDPOINT: config.endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: config.tracesEndpoint,
    OTEL_EXPORTER_OTLP_HEADERS: config.headers,
    OTEL_EXPORTER_OTLP_PROTOCOL: config.protocol,
    OTEL_TRACES_EXPORTER: config.exporter,
    OTEL_SERVICE_NAME: config.serviceName ?? NAME,
    OTEL_RESOURCE_ATTRIBUTES: config.resourceAttributes,
    OTEL_TRACES_SAMPLER: config.sampler,
    OTEL_TRACES_SAMPLER_ARG: config.samplerArg,
  };
  const added = Object.entries(lent).filter(
    ([name, value]) => value !== null && process.env[name] === undefined,
  );
  for (const [name, value] of added) process.env[name] = value ?? '';
  try {
    return start();
  } finally {
    for (const [name] of added) delete process.env[name];
  }
}
