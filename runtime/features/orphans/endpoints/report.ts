import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { Service } from '../../../kernel/feature.js';
import { problem } from '../../../kernel/serializer/operation-parts.js';
import { assertAdministrator, documented, REFUSALS } from './administrators.js';

/** ISO 8601 with microseconds and offset, as reports have it. */
const formatMoment = (moment: Date): string => moment.toISOString().replace('Z', '000+00:00');

/** A report that is stored, as it is asked for over HTTP. */
export interface AskedReport {
  readonly path: string;
  /** Its `@type`, and the name of its schema. */
  readonly type: string;
  /** The subject of the report in the documentation. */
  readonly subject: string;
  /** Name of the job that makes it anew. */
  readonly job: string;
  /** Undefined before the first scan. */
  read(): Promise<{ readonly generatedAt: Date; readonly lists: JsonObject } | undefined>;
}

/** The latest report, and the request for a new one; for administrators (core.md section 14.1). */
export function createReportEndpoints(
  { path, type, subject, job, read }: AskedReport,
  { jobs, iris: { prefix } }: Pick<Service, 'jobs' | 'iris'>,
): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: path,
      documentation: {
        summary: `Retrieves the latest report of ${subject}.`,
        description: 'Requires an administrator. `generatedAt` is the time of the scan.',
        responses: {
          '200': { description: 'The report.', ...documented(type) },
          ...REFUSALS,
          '404': problem('No scan has run yet.'),
        },
      },
      async handle({ context }) {
        assertAdministrator(context);
        const report = await read();
        if (report === undefined) throw notFound(`Nothing was scanned yet; POST to ${prefix}${path}/scan.`);
        const body = {
          '@context': `${prefix}/contexts/${type}`,
          '@id': prefix + path,
          '@type': type,
          generatedAt: formatMoment(report.generatedAt),
          ...report.lists,
        };
        return { status: 200, body, cache: 'private' };
      },
    },
    {
      method: 'POST',
      pattern: `${path}/scan`,
      documentation: {
        summary: `Refreshes the report of ${subject}.`,
        description:
          'Requires an administrator. The scan runs in the background; afterwards, `generatedAt` of the report changes.',
        responses: { '202': { description: 'The scan is scheduled.' }, ...REFUSALS },
      },
      async handle({ context }) {
        assertAdministrator(context);
        await jobs.request(job);
        return { status: 202, cache: 'private' };
      },
    },
  ];
}
