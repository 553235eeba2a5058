import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import {
  DELIVERY_CHANNEL,
  JOB_CHANNEL,
  REQUEST_CHANNEL,
  STATEMENT_CHANNEL,
  USE_CASE_CHANNEL,
} from '../../kernel/observation/channels.js';
import { listen } from '../../kernel/observation/listen.js';

/** Buckets in seconds for response times. */
const ANSWER_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
/** Buckets in seconds for background work. */
const WORK_BUCKETS = [0.01, 0.1, 0.5, 1, 5, 30, 60, 300, 1800, 7200];

/** Route label of unmatched paths, whose number is unlimited. */
const UNMATCHED = 'none';
/** Methods with their own label. Callers can invent any number of others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Starts counting events from the diagnostics channels of the service. Returns a function that stops it. */
export function recordWork(registry: Registry): () => void {
  const recording = [recordRequests, recordUseCases, recordStatements, recordDeliveries, recordJobs];
  const ends = recording.map((record) => record({ registers: [registry] }));
  return () => {
    for (const end of ends) end();
  };
}

interface Into {
  readonly registers: Registry[];
}

function recordRequests(into: Into): () => void {
  const requests = new Counter({
    ...into,
    name: 'cms_http_requests_total',
    help: 'Requests by method, pattern of the address and status of the answer.',
    labelNames: ['method', 'pattern', 'status'],
  });
  const seconds = new Histogram({
    ...into,
    name: 'cms_http_request_duration_seconds',
    help: 'Seconds from a request until its connection is done with it.',
    labelNames: ['method', 'pattern'],
    buckets: ANSWER_BUCKETS,
  });
  const inProgress = new Gauge({
    ...into,
    name: 'cms_http_requests_in_progress',
    help: 'Requests that are being answered.',
  });
  const aborted = new Counter({
    ...into,
    name: 'cms_http_requests_aborted_total',
    help: 'Requests whose caller left before the answer was complete.',
  });
  const throttled = new Counter({
    ...into,
    name: 'cms_throttled_total',
    help: 'Requests refused with 429, by the code of the error.',
    labelNames: ['code'],
  });
  return listen(REQUEST_CHANNEL, {
    started: () => inProgress.inc(),
    ended({ message, seconds: took }) {
      const { method, pattern, status, errorCode, isComplete } = message;
      const labels = { method: METHODS.has(method) ? method : 'other', pattern: pattern ?? UNMATCHED };
      inProgress.dec();
      requests.inc({ ...labels, status });
      seconds.observe(labels, took);
      if (!isComplete) aborted.inc();
      if (status === 429) throttled.inc({ code: errorCode ?? 'unknown' });
    },
  });
}

function recordUseCases(into: Into): () => void {
  const seconds = new Histogram({
    ...into,
    name: 'cms_use_case_duration_seconds',
    help: 'Seconds of reads and commands, by what they do.',
    labelNames: ['use_case', 'outcome'],
    buckets: ANSWER_BUCKETS,
  });
  return listen(USE_CASE_CHANNEL, {
    ended: ({ message, seconds: took, error }) =>
      seconds.observe({ use_case: message.name, outcome: outcomeOf(error) }, took),
  });
}

function recordStatements(into: Into): () => void {
  const seconds = new Histogram({
    ...into,
    name: 'cms_statement_duration_seconds',
    help: 'Seconds of SQL statements, their waiting for a connection included: kind read, write or commit.',
    labelNames: ['kind'],
    buckets: STATEMENT_BUCKETS,
  });
  const failures = new Counter({
    ...into,
    name: 'cms_statement_failures_total',
    help: 'SQL statements that failed, those included that are tried again.',
    labelNames: ['kind'],
  });
  return listen(STATEMENT_CHANNEL, {
    ended({ message: { kind }, seconds: took, error }) {
      seconds.observe({ kind }, took);
      if (error !== undefined) failures.inc({ kind });
    },
  });
}

function recordDeliveries(into: Into): () => void {
  const seconds = new Histogram({
    ...into,
    name: 'cms_outbox_delivery_duration_seconds',
    help: 'Seconds of deliveries by this process: outcome sent, retry, pause or dead.',
    labelNames: ['channel', 'outcome'],
    buckets: WORK_BUCKETS,
  });
  return listen(DELIVERY_CHANNEL, {
    ended: ({ message: { channel, outcome = 'retry' }, seconds: took }) =>
      seconds.observe({ channel, outcome }, took),
  });
}

function recordJobs(into: Into): () => void {
  const seconds = new Histogram({
    ...into,
    name: 'cms_job_duration_seconds',
    help: 'Seconds of runs of jobs by this process.',
    labelNames: ['job', 'outcome'],
    buckets: WORK_BUCKETS,
  });
  const lastSuccess = new Gauge({
    ...into,
    name: 'cms_job_last_success_timestamp_seconds',
    help: 'When a job last ended well in this process, in seconds since 1970.',
    labelNames: ['job'],
    aggregator: 'max',
  });
  return listen(JOB_CHANNEL, {
    ended({ message: { job }, seconds: took, error }) {
      seconds.observe({ job, outcome: outcomeOf(error) }, took);
      if (error === undefined) lastSuccess.setToCurrentTime({ job });
    },
  });
}

const outcomeOf = (error: unknown): 'ok' | 'failed' => (error === undefined ? 'ok' : 'failed');
