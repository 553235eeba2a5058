import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from '../builds/build.js';
import { idOf } from '../content/content-ids.js';
import { componentRows, type ContentSql, contentSql, type Rows } from '../content/content-sql.js';
import { fillSite, insertRows } from '../content/fill-site.js';
import type { Row } from '../report/row.js';
import { createBenchProject } from '../site/bench-project.js';
import { runNode } from '../startup/run-process.js';

/** 200,000 texts on 10,000 pages, and as many images as on a large site. */
const PLAN = { pages: 10_000, textsPerPage: 20 };
const PICTURES = 20_000;

function pictureRows({ id, moment }: ContentSql): readonly Rows[] {
  const path = `'photos/' || cast(${id('link')} as varchar(40)) || '.png'`;
  const stamps = { created_at: moment(), modified_at: moment() };
  return [
    componentRows('Image', PICTURES, { id: id('link'), published_at: moment(), ...stamps }),
    { table: 'images', count: PICTURES, columns: { id: id('link'), filename: path } },
    {
      table: 'imagine_cached_file_metadata',
      count: PICTURES,
      columns: { id: id('link'), path, mime_type: `'image/png'`, file_size: '4' },
    },
  ];
}

/** Measures `cms doctor` on a large site with files in a folder. */
export async function measureDoctor({ command }: Build): Promise<readonly Row[]> {
  const project = await createBenchProject({
    async fill({ app: { database } }) {
      await fillSite(database, PLAN);
      const { name } = database.dialect;
      const sql = contentSql(name === 'postgres' ? name : 'sqlite');
      await database.transaction(async (session) => {
        for (const rows of pictureRows(sql)) await insertRows(session, rows);
      });
    },
  });
  try {
    const folder = join(project.root, 'var/uploads/photos');
    await mkdir(folder, { recursive: true });
    for (let number = 1; number <= PICTURES; number += 1)
      await writeFile(join(folder, `${idOf('link', number)}.png`), 'file');
    const { milliseconds, megabytes } = await runNode([command, 'doctor'], {
      cwd: project.root,
      env: project.env,
    });
    const name = `doctor: 200,000 components and ${PICTURES.toLocaleString('en')} files`;
    return [
      { name, unit: 'ms', ours: milliseconds, target: { kind: 'at-most', value: 60_000 } },
      { name: 'doctor: memory of the process', unit: 'MB', ours: megabytes },
    ];
  } finally {
    await project.remove();
  }
}
