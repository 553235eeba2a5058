import { connect } from 'node:net';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubmissionCheck } from '../../../runtime/features/forms/extensions.js';
import { SubmittedFile } from '../../../runtime/features/forms/model/submitted-file.js';
import { picture } from '../uploads/support.js';
import { nodeOf, startFormsApp, type FormsApp } from './support.js';

/** Results of anonymous submissions. */
const seen: Record<string, unknown>[] = [];
const submissionCheck: SubmissionCheck = ({ data }) => {
  seen.push({ ...data });
  return undefined;
};

let app: FormsApp;
let contact: string;
let files: string;
beforeAll(async () => {
  app = await startFormsApp({
    extensions: { submissionCheck },
    config: { body_limits: { anonymous: 200_000 }, uploads: { max_bytes: 100_000 } },
  });
  contact = await app.aForm('ContactType');
  files = await app.aForm('FilesType');
});
afterAll(() => app.close());

function parts(entries: readonly (readonly [string, string | Blob, string?])[]): FormData {
  const data = new FormData();
  for (const [name, value, fileName] of entries)
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, fileName);
  return data;
}

describe('a multipart body', () => {
  test('is read by the full names of the fields', async () => {
    const answer = await app.postParts(
      `${contact}/submit`,
      parts([
        ['contact[email]', 'me@example.com'],
        ['contact[tags][]', 'red'],
        ['contact[tags][]', 'blue'],
        ['contact[address][city]', 'Ulm'],
        ['contact[lines][0]', 'one'],
        ['contact[lines][1]', 'two'],
      ]),
    );
    expect(answer.status, answer.text).toBe(201);
    expect(nodeOf(answer, 'email').vars.value).toBe('me@example.com');
    expect(nodeOf(answer, 'tags').vars.value).toEqual(['red', 'blue']);
    expect(nodeOf(answer, 'address', 'city').vars.value).toBe('Ulm');
    expect(nodeOf(answer, 'lines').children).toHaveLength(2);
  });

  test('is validated like any other body', async () => {
    const answer = await app.postParts(`${contact}/submit`, parts([['contact[message]', 'x']]));
    expect(answer.status).toBe(422);
    expect(nodeOf(answer, 'email').vars.errors).toEqual(['Please enter your email']);
    const stranger = await app.postParts(`${contact}/submit`, parts([['email', 'x']]));
    expect([stranger.status, stranger.body.description]).toEqual([
      422,
      expect.stringContaining('Form object key could not be found'),
    ]);
  });

  test('contains files, identified by their content, which are deleted after the response', async () => {
    seen.length = 0;
    const image = await picture(40, 30);
    const answer = await app.postParts(
      `${files}/submit`,
      parts([
        ['files[title]', 'Hello'],
        ['files[photo]', new Blob([image], { type: 'text/html' }), 'C:\\Users\\me\\photo.html'],
        ['files[papers][]', new Blob(['one'], { type: 'image/png' }), 'one.txt'],
        ['files[papers][]', new Blob(['two']), 'two.txt'],
      ]),
    );
    expect(answer.status, answer.text).toBe(201);
    const [data] = seen;
    expect(data?.title).toBe('Hello');
    expect(data?.photo).toBeInstanceOf(SubmittedFile);
    expect((data?.photo as SubmittedFile).facts).toMatchObject({
      name: 'photo.html',
      mediaType: 'image/png',
      size: image.length,
      width: 40,
      height: 30,
    });
    const papers = data?.papers as readonly SubmittedFile[];
    expect(papers.map(({ facts }) => [facts.name, facts.mediaType, facts.size])).toEqual([
      ['one.txt', 'text/plain', 3],
      ['two.txt', 'text/plain', 3],
    ]);
    expect(answer.text).not.toContain('form-files');
    expect(await app.leftFiles()).toEqual([]);
  });

  test('with an empty file part has no file', async () => {
    seen.length = 0;
    const data = parts([
      ['files[title]', 'x'],
      ['files[photo]', new Blob([]), ''],
    ]);
    expect((await app.postParts(`${files}/submit`, data)).status).toBe(201);
    expect(seen[0]?.photo).toBeNull();
  });

  test('with unexpected files reports extra fields, and a file is not text', async () => {
    const extra = await app.postParts(`${files}/submit`, parts([['files[other]', new Blob(['x']), 'x.txt']]));
    expect(extra.status).toBe(422);
    expect(extra.body.formView.vars.errors).toEqual(['This form should not contain extra fields.']);
    const text = await app.postParts(`${files}/submit`, parts([['files[title]', new Blob(['x']), 'x.txt']]));
    expect(text.status).toBe(422);
    expect(nodeOf(text, 'title').vars.errors).toEqual(['This value is not valid.']);
    expect(await app.leftFiles()).toEqual([]);
  });

  test.each<[string, readonly (readonly [string, string | Blob, string?])[], number]>([
    ['a file that is too large', [['files[photo]', new Blob(['x'.repeat(150_000)]), 'a']], 413],
    ['a body that is too large', [['files[title]', 'x'.repeat(250_000)]], 413],
    ['more than 1000 parts', Array.from({ length: 1001 }, () => ['files[papers][]', 'x'] as const), 400],
    ['a prototype member as a name', [['files[__proto__][x]', 'x']], 400],
    ['a name that is nested too deeply', [[`files${'[a]'.repeat(70)}`, 'x']], 400],
    ['a name that is too long', [[`files[${'a'.repeat(2000)}]`, 'x']], 400],
    ['text that cannot be stored', [['files[title]', 'a\0b']], 400],
  ])('with %s is rejected, and leaves no files', async (_what, entries, status) => {
    expect((await app.postParts(`${files}/submit`, parts(entries))).status).toBe(status);
    expect(await app.leftFiles()).toEqual([]);
  });

  test('can be larger if the user is signed in', async () => {
    const body = parts([['files[title]', 'x'.repeat(250_000)]]);
    expect((await app.postParts(`${files}/submit`, body, await app.token('user'))).status).toBe(201);
  });

  test('that is interrupted leaves no files', async () => {
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${files}/submit HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
        'Content-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="files[photo]"; filename="a"\r\n\r\n' +
        'x'.repeat(20_000),
    );
    await expect.poll(() => app.leftFiles(), { timeout: 10_000 }).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => app.leftFiles(), { timeout: 10_000 }).toEqual([]);
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
    'without content as %s results in 400',
    async (type) => {
      const answer = await app.post(`${files}/submit`, 'garbage', { headers: { 'content-type': type } });
      expect(answer.status).toBe(400);
    },
  );
});

describe('files left behind by a process', () => {
  test('are deleted at the next start, unless another process may still use them', async () => {
    const dataDir = join(app.config.dataDir, 'form-files');
    const [old, young] = ['old', 'young'].map((name) => join(dataDir, name));
    for (const folder of [old ?? '', young ?? '']) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'file'), 'x');
    }
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(old ?? '', yesterday, yesterday);
    const again = await startFormsApp({ env: { CMS_DATA_DIR: app.config.dataDir } });
    await expect.poll(() => app.leftFiles(), { timeout: 10_000 }).toEqual(['young']);
    await again.close();
  });
});
