import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from '../../../../generated/manifest.js';
import { serveChild } from '../../uploads/children/serve-child.js';
import { counting } from '../counting.js';

/** Never ends a job. A file in the data folder shows which one it has begun. */
const hang = (job: string, dataDir: string): Promise<never> => {
  writeFileSync(join(dataDir, 'begun'), job);
  return new Promise(() => undefined);
};

await serveChild(manifest, ({ dataDir }) => [counting((job) => hang(job, dataDir))]);
