import { execFile, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBenchProject } from '../site/bench-project.js';
import type { BenchProject } from '../site/bench-project.js';

const MEGABYTE = 1024 * 1024;
const UPLOAD_MEGABYTES = Number(process.argv[2] ?? 500);
/** What the server's resident memory may grow by (issue "Component behaviours"). */
const MOST_GROWTH_MEGABYTES = 150;
const SAMPLE_MILLISECONDS = 50;

const run = promisify(execFile);

/** `node dist/test/bench/upload-memory/upload-memory.js [MEGABYTES]`: uploads one file and reports how far the server's memory grew. */
const project = await createBenchProject();
try {
  await allowLargeFiles(project);
  const server = fork(fileURLToPath(new URL('../servers/app-server.js', import.meta.url)), [], {
    env: { ...project.env, LOG_LEVEL: 'error' },
    serialization: 'advanced',
  });
  try {
    await measure(server, project);
  } finally {
    const ended = once(server, 'exit');
    server.send({ kind: 'stop' });
    await ended;
  }
} finally {
  await project.remove();
}

/** The sample site takes pictures of a few megabytes; this one takes anything. */
async function allowLargeFiles({ root }: BenchProject): Promise<void> {
  const configFile = join(root, 'cms.config.json');
  const config = JSON.parse(await readFile(configFile, 'utf8')) as Record<string, unknown>;
  const uploads = { max_bytes: (UPLOAD_MEGABYTES + 1) * MEGABYTE };
  await writeFile(configFile, JSON.stringify({ ...config, uploads }));
  const controller = join(root, 'generated/controllers/image.ts');
  const text = await readFile(controller, 'utf8');
  await writeFile(controller, text.replace(/constraints: \[\{ Image.*/, 'constraints: [],'));
}

async function measure(server: ChildProcess, { admin }: BenchProject): Promise<void> {
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const url = `http://127.0.0.1:${port}/_api`;
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  // One small upload first, so that what is loaded on first use does not count.
  await upload(`${url}/component/images/upload`, cookie, 1);
  const pid = server.pid ?? 0;
  const before = await residentMegabytes(pid);
  let peak = before;
  const timer = setInterval(() => {
    void residentMegabytes(pid).then((now) => (peak = Math.max(peak, now)));
  }, SAMPLE_MILLISECONDS);
  const started = performance.now();
  const status = await upload(`${url}/component/images/upload`, cookie, UPLOAD_MEGABYTES);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  peak = Math.max(peak, await residentMegabytes(pid));
  const growth = peak - before;
  const isReached = status === 201 && growth < MOST_GROWTH_MEGABYTES;
  process.stdout.write(
    `upload of ${UPLOAD_MEGABYTES} MB: status ${status}, ${seconds.toFixed(1)} s, resident ${before.toFixed(0)} MB -> peak ${peak.toFixed(0)} MB, ` +
      `growth ${growth.toFixed(0)} MB (target: below ${MOST_GROWTH_MEGABYTES} MB, ${isReached ? 'reached' : 'MISSED'})\n`,
  );
  if (!isReached) process.exitCode = 1;
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

async function upload(url: string, cookie: string, megabytes: number): Promise<number> {
  const head = '--bench\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n';
  const chunk = Buffer.alloc(64 * 1024, 'abcdefghijklmnop\0');
  function* body(): Generator<Buffer> {
    yield Buffer.from(head);
    for (let sent = 0; sent < megabytes * MEGABYTE; sent += chunk.length) yield chunk;
    yield Buffer.from('\r\n--bench--\r\n');
  }
  const outgoing = request(url, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=bench', accept: '*/*' },
  });
  const answered = once(outgoing, 'response');
  Readable.from(body()).pipe(outgoing);
  const [response] = (await answered) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}
