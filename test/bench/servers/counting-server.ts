import { getHeapStatistics } from 'node:v8';
import { openApplication } from 'cms-api-components/internal/console/open-application.js';
import { createCostCounter } from './cost-counter.js';
import { openMeasuredProject } from './open-measured-project.js';
import { serveChild } from './serve-child.js';

/**
 * Runs the application of the project in `BENCH_PROJECT` without background work, and reports the cost of each
 * request.
 */
const url = process.env.DATABASE_URL ?? '';
const counter = createCostCounter(url.startsWith('sqlite:') ? undefined : Number(new URL(url).port));
const opened = await openMeasuredProject();
const application = await openApplication(opened);

const MOST_REQUESTS = 1000;
const heap = new Float64Array(MOST_REQUESTS);
let weighed = 0;
let noteRequest = (): void => undefined;

await serveChild(
  (request, response) => {
    noteRequest();
    application.listener(request, response);
  },
  (message) => {
    switch (message.kind) {
      case 'count':
        noteRequest = counter.next;
        return counter.start();
      case 'costs':
        return counter.take();
      case 'weigh':
        // All live objects are old from here on, and no garbage collection runs during the measurement.
        globalThis.gc?.();
        weighed = 0;
        noteRequest = noteHeap;
        return;
      case 'weights':
        return [...heap.subarray(1, weighed)].map((used, index) => used - (heap[index] ?? 0));
      case 'stop':
        return application.close();
      case 'cpu':
      case 'memory':
      case 'record':
      case 'take':
      case 'work':
      case 'repeat':
        throw new Error(`The counting server does not answer "${message.kind}"`);
    }
  },
);

function noteHeap(): void {
  heap[weighed] = getHeapStatistics().used_heap_size;
  weighed += 1;
}
