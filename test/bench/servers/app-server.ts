import { openApplication } from 'cms-api-components/internal/console/open-application.js';
import { openMeasuredProject } from './open-measured-project.js';
import { serveChild } from './serve-child.js';
import { createStatementRecorder } from './statement-recorder.js';

/** Runs the application of the project in `BENCH_PROJECT`, opened like `cms serve` does. */
const recorder = createStatementRecorder();
const opened = await openMeasuredProject();
const application = await openApplication(opened);
await application.app.startServing();

await serveChild(application.listener, (message) => {
  switch (message.kind) {
    case 'record':
      return recorder.start();
    case 'take':
      return recorder.take();
    case 'stop':
      return application.close();
    case 'cpu':
    case 'memory':
    case 'count':
    case 'costs':
    case 'weigh':
    case 'weights':
    case 'work':
    case 'repeat':
      throw new Error(`The application's server does not answer "${message.kind}"`);
  }
});
