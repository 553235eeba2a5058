import { join } from 'node:path';
import type { Build } from '../builds/build.js';
import { idOf } from '../content/content-ids.js';
import { componentRows, type ContentSql, contentSql, type Rows } from '../content/content-sql.js';
import { insertRows } from '../content/fill-site.js';
import { highestMegabytes } from '../report/highest-megabytes.js';
import type { Row } from '../report/row.js';
import { startChildServer } from '../servers/child-server.js';
import { createBenchProject } from '../site/bench-project.js';
import { askAdministrator } from './ask-administrator.js';
import { startListedBucket } from './listed-bucket.js';

/** A bucket with a million objects: images in use, variants, and orphaned images. */
const HELD = 495_000;
const VARIANTS = 495_000;
const ORPHANED = 10_000;

const pathOf = (number: number): string => `photos/${idOf('text', number)}.png`;

function keyOf(number: number): string {
  if (number < HELD) return `site/${pathOf(number + 1)}`;
  if (number < HELD + VARIANTS) return `site/media/cache/thumbnail/${pathOf(number - HELD + 1)}`;
  return `site/${pathOf(number - VARIANTS + 1)}`;
}

function pictureRows({ id, moment }: ContentSql): Rows[] {
  const stamps = { created_at: moment(), modified_at: moment() };
  return [
    componentRows('Image', HELD, { id: id('text'), published_at: moment(), ...stamps }),
    {
      table: 'images',
      count: HELD,
      columns: { id: id('text'), filename: `'photos/' || cast(${id('text')} as varchar(40)) || '.png'` },
    },
  ];
}

/** Measures the report of the files of a large site in a bucket, and the deletion of orphaned ones. */
export async function measureOrphanedFiles(build: Build): Promise<readonly Row[]> {
  const bucket = await startListedBucket(HELD + VARIANTS + ORPHANED, keyOf);
  const filesystem = {
    ...{ driver: 's3', bucket: 'files', region: 'us-east-1', prefix: 'site' },
    ...{ endpoint: bucket.endpoint, force_path_style: true },
  };
  const project = await createBenchProject({
    config: { filesystems: { public: filesystem } },
    env: { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' },
    async fill({ app: { database } }) {
      const { name } = database.dialect;
      const sql = contentSql(name === 'postgres' ? name : 'sqlite');
      await database.transaction(async (session) => {
        for (const rows of pictureRows(sql)) await insertRows(session, rows);
      });
    },
  });
  const logFile = join(project.root, 'app-server.log');
  const server = await startChildServer({ build, module: 'app-server', env: project.env, logFile });
  try {
    const report = await askAdministrator(server, project, '/_api/_/orphaned_files');
    const scanned = await report.scan();
    const memory = await highestMegabytes(server.pid);
    const { answer, took } = await report.deleteAll();
    const { length: count } = answer.deleted as readonly unknown[];
    return [
      { name: 'orphans: scan of a bucket of 1,000,000 objects', unit: 'ms', ours: scanned },
      {
        ...{ name: 'orphans: memory of the process at that', unit: 'MB', ours: memory },
        target: { kind: 'at-most', value: 300 },
      },
      { name: `orphans: deletion of ${count} files, scan included`, unit: 'ms', ours: took },
    ];
  } finally {
    await server.stop();
    await project.remove();
    await bucket.close();
  }
}
