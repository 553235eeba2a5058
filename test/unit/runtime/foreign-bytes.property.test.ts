import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textOf, verifyArchive } from '../../../runtime/adapters/archive/archive-reader.js';
import { createArchiveWriter } from '../../../runtime/adapters/archive/archive-writer.js';
import { unpacked } from '../../../runtime/adapters/persistence/copies/restore-script.js';
import { BulkError } from '../../../runtime/features/bulk/model/bulk-error.js';
import { createImportText } from '../../../runtime/features/bulk/sources/import-text.js';
import { measureImage } from '../../../runtime/features/uploads/incoming/image-size.js';
import { detectType } from '../../../runtime/features/uploads/incoming/media-type.js';
import { applied, changes } from '../../support/changed-bytes.js';
import { smallFiles } from '../../support/hostile-files.js';
import { drain } from '../../../runtime/kernel/util/async/drain.js';
import { readItems, type WordPressItem } from '../../../runtime/packages/imports/wordpress/read-items.js';
import { ProjectError } from '../../../runtime/project/project-error.js';
import { aMedia } from '../../support/media.js';

const media = aMedia();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-bytes-'));
});
afterAll(async () => {
  media.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup archive', () => {
  test('with any modification is refused with a reason, or unaffected', async () => {
    const whole = join(folder, 'whole.tar');
    const writer = createArchiveWriter(whole);
    await writer.addText('manifest.json', '{}');
    await writer.add(`files/${'long'.repeat(60)}.txt`, 4, Readable.from([Buffer.from('text')]));
    await writer.finish();
    const bytes = await readFile(whole);
    const changed = join(folder, 'changed.tar');
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        await writeFile(changed, applied(bytes, list));
        await verifyArchive(changed, async ({ content }) => void (await textOf(content))).catch(
          (error: unknown) => expect(error).toBeInstanceOf(ProjectError),
        );
      }),
      { numRuns: 300 },
    );
  });

  /** Creates a header with its checksum, and the bytes that follow it. */
  function entry(type: string, size: string, content = ''): Buffer {
    const header = Buffer.alloc(512);
    header.write('manifest.json', 0);
    header.write(size, 124, 'latin1');
    header.write('ustar\0', 257);
    header.write(type, 156);
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
    body.write(content, 'latin1');
    return Buffer.concat([header, body]);
  }

  const octal = (length: number): string => length.toString(8).padStart(11, '0');

  test.each([
    ['an entry that exceeds the limit', [entry('0', '77777777777')]],
    ['an entry of a negative size', [entry('0', '-0000000001'), entry('0', octal(0))]],
    ['an entry of a binary size', [entry('0', '\xff'.repeat(11)), entry('0', octal(0))]],
    ['an entry without a size', [entry('0', ''), entry('0', octal(0))]],
    ['a link', [entry('2', octal(0))]],
    ['a record that refers to itself', [entry('x', octal(7), '-7 a=b\n'), entry('0', octal(0))]],
    ['a record of no length', [entry('x', octal(6), '0 a=b\n'), entry('0', octal(0))]],
    ['a record after its end', [entry('x', octal(7), '999999 a=b\n'), entry('0', octal(0))]],
    ['records that exceed the limit', [entry('x', octal(1_000_000), 'a'.repeat(1_000_000))]],
    ['another size in a record', [entry('x', octal(11), '11 size=-1\n'), entry('0', octal(0))]],
  ])('with %s is refused', async (_what, blocks) => {
    const file = join(folder, 'odd.tar');
    await writeFile(file, Buffer.concat(blocks));
    await expect(verifyArchive(file, async () => undefined)).rejects.toThrow(ProjectError);
  });

  test('with the longest and the shortest names is read as it was written', async () => {
    const file = join(folder, 'names.tar');
    const names = ['a', 'b'.repeat(100), `${'c/'.repeat(120)}d`, 'e'.repeat(1_000), 'f\u00fc\n='.repeat(60)];
    const writer = createArchiveWriter(file);
    for (const [size, name] of names.entries())
      await writer.add(name, size * 300, Readable.from([Buffer.alloc(size * 300, 'x')]));
    await writer.finish();
    const read: (readonly [string, number])[] = [];
    await verifyArchive(
      file,
      async ({ name, content }) => void read.push([name, (await textOf(content)).length]),
    );
    expect(read).toEqual(names.map((name, size) => [name, size * 300]));
  });
});

test('modified gzip data is decompressed or refused', async () => {
  const packed = (await smallFiles()).get('gz') ?? Buffer.alloc(0);
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      await drain(unpacked(Readable.from([applied(packed, list)]))).catch((error: unknown) =>
        expect(error).toBeInstanceOf(Error),
      );
    }),
    { numRuns: 200 },
  );
});

describe('a WordPress export', () => {
  const item =
    '<item><title>A</title><wp:post_name><![CDATA[a]]></wp:post_name><category domain="post_tag">t</category></item>';
  const spaces = 'xmlns:wp="http://wordpress.org/export/1.2/"';
  const document = (inside: string): string =>
    `<?xml version="1.0"?><rss ${spaces}><channel><wp:wxr_version>1.2</wp:wxr_version>${inside}</channel></rss>`;

  async function read(bytes: string | Buffer): Promise<number> {
    const file = join(folder, 'export.xml');
    await writeFile(file, bytes);
    const items: WordPressItem[] = [];
    const text = createImportText({ path: file, shown: 'export.xml' });
    for await (const item of readItems(text, { base: '', dropped: 0 })) items.push(item);
    return items.length;
  }

  test('with any modification is read, or refused with its line', async () => {
    const bytes = Buffer.from(document(item.repeat(3)));
    expect(await read(bytes)).toBe(3);
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        await read(applied(bytes, list)).catch((error: unknown) => expect(error).toBeInstanceOf(BulkError));
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['deeply nested elements', '<a>'.repeat(100_000)],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]>'],
    ['a custom entity', '&b;'],
    ['an unterminated text', `<item><title>${'a'.repeat(20_000_000)}`],
  ])('with %s is refused', async (_what, inside) => {
    await expect(read(document(inside))).rejects.toThrow(BulkError);
  });

  test('with a million parts of any kind is read in one pass', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}="b"`).join(' ');
    expect(await read(document(`<item ${attributes}/>`))).toBe(1);
    for (const part of ['<!-- -->', '<?a b?>', '<![CDATA[]]>', '&amp;', ']]', '<a/>'])
      await read(document(`<item><title>${part.repeat(200_000)}</title></item>`)).catch((error: unknown) =>
        expect(error).toBeInstanceOf(BulkError),
      );
  });
});

describe('a text that may be an image', () => {
  const starts = ['<', '<!--', '<?', '<!doctype svg [', '<svg ', ' ', '<a:', "width = ' ", '-->', '?>', ']'];

  test('is detected and measured in one pass, however long it is', async () => {
    for (const start of starts) {
      const bytes = Buffer.from(start.repeat(1_000_000 / start.length));
      const whole = async () => ({
        size: bytes.length,
        read: async (from: number, to: number) => bytes.subarray(from, to),
      });
      await detectType({ head: bytes.subarray(0, 4_100), name: 'a.svg', whole }, media);
      await measureImage(Buffer.from(`<svg ${start.repeat(100_000)}`), 'image/svg+xml', media);
    }
  });
});

describe('an Office document', () => {
  test('with a directory of wrong offsets and lengths is detected as an archive or a document', async () => {
    const bytes = (await smallFiles()).get('docx') ?? Buffer.alloc(0);
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const file = applied(bytes, list);
        const whole = async () => ({
          size: file.length,
          read: async (from: number, to: number) => file.subarray(from, to),
        });
        const found = await detectType({ head: file.subarray(0, 4_100), name: 'a.docx', whole }, media);
        expect(found.mediaType).toMatch(/^[a-z]+\/[\w.+-]+$/);
      }),
      { numRuns: 200 },
    );
  });
});
