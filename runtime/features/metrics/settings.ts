import { group } from '../../kernel/settings/setting.js';
import { problemAt } from '../../kernel/settings/place.js';
import { defineSettings } from '../../kernel/settings/settings.js';
import { variable } from '../../kernel/settings/variable.js';

export const METRICS_SETTINGS = defineSettings({
  name: 'Metrics',
  members: {
    metrics: group('Numbers for Prometheus, on a port of their own.', {
      port: variable('METRICS_PORT', {
        description: 'Serves metrics for Prometheus on this port, at /metrics (docs/how-to/monitoring.md).',
        example: '9464',
        check: (text, name) =>
          isPort(text) ? [] : problemAt(name, 'is not a port', 'write a number from 1 to 65535'),
        parse: Number,
      }),
      host: variable('METRICS_HOST', {
        description: 'Address that metrics are served on. Whoever reaches it reads them, without an account.',
        example: '127.0.0.1',
        absent: () => '127.0.0.1',
      }),
    }),
  },
});

const isPort = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
