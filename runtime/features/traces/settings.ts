import { group, mapped } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';

export const TRACES_SETTINGS = defineSettings({
  name: 'Traces',
  members: {
    traces: mapped(
      group(
        'Traces for OpenTelemetry, by its own variables: the usual ones work besides those that are listed here.',
        {
          endpoint: variable('OTEL_EXPORTER_OTLP_ENDPOINT', {
            description: 'Collector that traces are sent to (docs/how-to/monitoring.md).',
            example: 'http://localhost:4318',
          }),
          traces_endpoint: variable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', {
            description: 'The same, with the whole path, for traces alone.',
            example: 'http://localhost:4318/v1/traces',
          }),
          headers: variable('OTEL_EXPORTER_OTLP_HEADERS', {
            isSecret: true,
            description: 'Headers for the collector: KEY=VALUE, several with commas.',
            example: '',
          }),
          protocol: variable('OTEL_EXPORTER_OTLP_PROTOCOL', {
            description: 'http/protobuf, http/json or grpc.',
            example: 'http/protobuf',
          }),
          exporter: variable('OTEL_TRACES_EXPORTER', {
            description: 'otlp, console or none; with console the endpoint is not needed.',
            example: 'otlp',
          }),
          service_name: variable('OTEL_SERVICE_NAME', {
            description: 'Name of the service in traces; cms-api-components unless it is set.',
            example: 'cms',
          }),
          resource_attributes: variable('OTEL_RESOURCE_ATTRIBUTES', {
            description: 'More about the service: KEY=VALUE, several with commas.',
            example: 'deployment.environment.name=production',
          }),
          sampler: variable('OTEL_TRACES_SAMPLER', {
            description: 'Which traces are kept, such as parentbased_traceidratio.',
            example: 'parentbased_always_on',
          }),
          sampler_arg: variable('OTEL_TRACES_SAMPLER_ARG', {
            description: 'The part of them that a sampler of ratios keeps.',
            example: '0.1',
          }),
          disabled: variable('OTEL_SDK_DISABLED', {
            description: 'true sends no traces, whatever else is set.',
            example: 'false',
          }),
        },
      ),
      (asked) => ({ ...asked, isOn: isOn(asked) }),
    ),
  },
});

interface Asked {
  readonly endpoint: string | null;
  readonly tracesEndpoint: string | null;
  readonly exporter: string | null;
  readonly disabled: string | null;
}

/** Traces go somewhere as soon as something says where. */
function isOn({ endpoint, tracesEndpoint, exporter, disabled }: Asked): boolean {
  if (disabled?.trim().toLowerCase() === 'true' || exporter === 'none') return false;
  return endpoint !== null || tracesEndpoint !== null || exporter !== null;
}
