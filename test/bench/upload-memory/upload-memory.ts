import { execFile, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBenchProject } from '../site/bench-project.js';
import type { BenchProject } from '../site/bench-project.js';

const MEGABYTE = 1024 * 1024;
const UPLOAD_MEGABYTES = Number(process.argv[2] ?? 500);
/** Maximum growth of the server's resident memory (issue "Component behaviours"). */
const MOST_GROWTH_MEGABYTES = 150;
const AT_ONCE = 20;
const PARALLEL_MEGABYTES = 20;
const SAMPLE_MILLISECONDS = 50;

const run = promisify(execFile);

/**
 * Run with `node dist/test/bench/upload-memory/upload-memory.js [MEGABYTES]`. Uploads one file, downloads it, uploads
 * several at once, and reports the growth of the server's memory.
 */
const project = await createBenchProject();
try {
  await allowLargeFiles(project);
  const server = fork(fileURLToPath(new URL('../servers/app-server.js', import.meta.url)), [], {
    env: { ...project.env, LOG_LEVEL: 'error' },
    serialization: 'advanced',
  });
  try {
    await measureAll(server, project);
  } finally {
    const ended = once(server, 'exit');
    server.send({ kind: 'stop' });
    await ended;
  }
} finally {
  await project.remove();
}

/** The sample site accepts images of a few megabytes. This site accepts any file. */
async function allowLargeFiles({ root }: BenchProject): Promise<void> {
  const configFile = join(root, 'cms.config.json');
  const config = JSON.parse(await readFile(configFile, 'utf8')) as Record<string, unknown>;
  const uploads = { max_bytes: (UPLOAD_MEGABYTES + 1) * MEGABYTE };
  await writeFile(configFile, JSON.stringify({ ...config, uploads }));
  const controller = join(root, 'generated/descriptors/image.ts');
  const text = await readFile(controller, 'utf8');
  await writeFile(controller, text.replace(/constraints: \[\{ Image.*/, 'constraints: [],'));
}

async function measureAll(server: ChildProcess, { admin }: BenchProject): Promise<void> {
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const url = `http://127.0.0.1:${port}/_api`;
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const target = `${url}/component/images/upload`;
  const send = async (megabytes: number): Promise<Answer> => upload(target, cookie, megabytes);
  // A small upload first excludes memory of modules that are loaded on first use.
  await send(1);
  const pid = server.pid ?? 0;
  let stored = '';
  await measure(pid, `upload of ${UPLOAD_MEGABYTES} MB`, async () => {
    const { status, text } = await send(UPLOAD_MEGABYTES);
    stored = (JSON.parse(text) as { '@id': string })['@id'];
    return status === 201;
  });
  await measure(pid, `download of ${UPLOAD_MEGABYTES} MB`, async () => {
    const address = `http://127.0.0.1:${port}${stored}/download/file`;
    return (await download(address, cookie)) === UPLOAD_MEGABYTES * MEGABYTE;
  });
  await measure(pid, `${AT_ONCE} uploads of ${PARALLEL_MEGABYTES} MB at once`, async () => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(PARALLEL_MEGABYTES)));
    return answers.every(({ status }) => status === 201);
  });
}

/** Prints the growth of resident memory during an action, and whether it succeeded. */
async function measure(pid: number, name: string, work: () => Promise<boolean>): Promise<void> {
  const before = await residentMegabytes(pid);
  let peak = before;
  const timer = setInterval(() => {
    void residentMegabytes(pid).then((now) => (peak = Math.max(peak, now)));
  }, SAMPLE_MILLISECONDS);
  const started = performance.now();
  const hasWorked = await work();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  peak = Math.max(peak, await residentMegabytes(pid));
  const growth = peak - before;
  const isReached = hasWorked && growth < MOST_GROWTH_MEGABYTES;
  process.stdout.write(
    `${name}: ${hasWorked ? 'done' : 'FAILED'}, ${seconds.toFixed(1)} s, resident ${before.toFixed(0)} MB -> peak ${peak.toFixed(0)} MB, ` +
      `growth ${growth.toFixed(0)} MB (target: below ${MOST_GROWTH_MEGABYTES} MB, ${isReached ? 'reached' : 'MISSED'})\n`,
  );
  if (!isReached) process.exitCode = 1;
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Reads a file without storing it, and returns its length. */
async function download(url: string, cookie: string): Promise<number> {
  const outgoing = request(url, { headers: { cookie } });
  const answered = once(outgoing, 'response');
  outgoing.end();
  const [response] = (await answered) as [IncomingMessage]; // the event's only argument
  let length = 0;
  response.on('data', (chunk: Buffer) => (length += chunk.length));
  await once(response, 'end');
  return length;
}

async function upload(url: string, cookie: string, megabytes: number): Promise<Answer> {
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
  return { status: response.statusCode ?? 0, text: await readText(response) };
}
