import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** An ISO box with its size, its name and its content. The size may be wrong. */
export function box(name: string, content: Buffer, size = content.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const words = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4);
  return bytes;
};

/**
 * An AVIF, or another format of boxes, whose second size has a box with a length of 0 bytes. Readers may loop on it
 * forever.
 */
export function loopingAvif(brand = 'avif'): Buffer {
  const ispe = box('ispe', words(0, 10, 10));
  const endless = box('ispe', words(0, 10, 10), 0);
  const ipco = box('ipco', Buffer.concat([ispe, endless]));
  const meta = box('meta', Buffer.concat([words(0), box('iprp', ipco)]));
  return Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mif1`, 'latin1')), meta]);
}

/** A directory entry of an archive and its end, as in Office documents. */
function archive(names: readonly string[]): Buffer {
  const entries = names.map((name) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(name.length, 28);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const directory = Buffer.concat(entries);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

const base = (): Sharp => sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } });

/** A small valid file of each format that is detected or measured. */
export async function smallFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const made = (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif'): Promise<Buffer> =>
    base().withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
  const icon = box('ic07', words(1, 2));
  const svg = '<?xml version="1.0"?><!-- a --><!DOCTYPE svg [<!ENTITY a "b">]><svg width="9" height="9"/>';
  return new Map<string, Buffer>([
    ['png', await made('png')],
    ['jpg', await made('jpeg')],
    ['gif', await made('gif')],
    ['webp', await made('webp')],
    ['tif', await made('tiff')],
    ['avif', await made('avif')],
    ['loop.avif', loopingAvif()],
    ['heic', loopingAvif('heic')],
    [
      'jxl',
      Buffer.concat([box('JXL ', Buffer.from('\r\n\x87\n', 'latin1')), box('jxlc', words(0xff0a, 0), 0)]),
    ],
    ['icns', box('icns', Buffer.concat([icon, box('ic08', words(1), 0)]))],
    [
      'mp4',
      Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), box('moov', box('mvhd', words(0), 0))]),
    ],
    ['asf', Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(64)])],
    ['docx', archive(['[Content_Types].xml', 'word/document.xml'])],
    ['zip', archive(['a', 'b'])],
    ['gz', gzipSync('some text')],
    ['ogg', Buffer.concat([Buffer.from('OggS'), Buffer.alloc(60)])],
    ['mkv', Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282846d6b76', 'hex')],
    ['svg', Buffer.from(svg)],
  ]);
}
